import { createServer } from 'node:http';
import { DomainError } from '@prospecting/platform/errors';
import { listen, type Listener } from '@prospecting/platform/telemetry';
import { expect } from 'chai';
import Koa from 'koa';
import { requireToken } from './token.js';

const OLD = 'the admin token before its rotation';
const NEW = 'the admin token after its rotation';

describe('admin token', () => {
  let listener: Listener | undefined;

  afterEach(() => listener?.close());

  async function statusWith(tokens: readonly string[], token: string): Promise<number> {
    const app = new Koa();
    app.use(async (context, next) => {
      try {
        await next();
      } catch (error) {
        context.status = error instanceof DomainError ? error.kind.httpStatus : 500;
      }
    });
    app.use(requireToken(tokens));
    app.use((context) => {
      context.status = 204;
    });
    await listener?.close();
    const handle = app.callback();
    listener = await listen(
      createServer((request, response) => void handle(request, response)),
      '127.0.0.1',
      0,
    );
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`http://127.0.0.1:${listener.port}`, { headers })).status;
  }

  it('is replaced without a moment in which neither is accepted: add the new one, move the clients, remove the old one', async () => {
    const accepted: [tokens: string[], old: number, next: number][] = [
      [[OLD], 204, 401],
      [[OLD, NEW], 204, 204],
      [[NEW], 401, 204],
    ];
    for (const [tokens, old, next] of accepted) {
      expect(await statusWith(tokens, OLD), `${tokens.join()} with the old one`).to.equal(old);
      expect(await statusWith(tokens, NEW), `${tokens.join()} with the new one`).to.equal(next);
    }
  });

  it('is one of the list: not the list itself, and not nothing', async () => {
    for (const sent of [`${OLD},${NEW}`, `${OLD}${NEW}`, ''])
      expect(await statusWith([OLD, NEW], sent), sent).to.equal(401);
  });
});
