import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { expect } from 'chai';
import { DomainError } from '../errors/index.js';
import {
  createLogger,
  createOperationsHandler,
  listen,
  Registry,
  startTraceparent,
  traceIdOf,
  type OperationsHandler,
  type ReadinessReport,
} from './index.js';

function capture(): { lines: () => string; stream: Writable } {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return { lines: () => text, stream };
}

describe('logger', () => {
  it('redacts secrets and personal data in a logged object', () => {
    const { lines, stream } = capture();
    const logger = createLogger({ service: 'test', destination: stream });
    logger.info({ authorization: 'Bearer pd_live_x', contact: { email: 'a@example.com', phone: '+4670' } }, 'seen');
    expect(lines())
      .to.contain('"msg":"seen"')
      .and.not.match(/pd_live_x|example\.com|\+4670/);
  });

  it('redacts the given personal data fields', () => {
    const { lines, stream } = capture();
    const logger = createLogger({ service: 'test', destination: stream, personalDataFields: ['jobTitle'] });
    logger.info({ jobTitle: 'Chief', contact: { jobTitle: 'Chief' } }, 'seen');
    expect(lines()).to.contain('seen').and.not.contain('Chief');
  });

  it("omits a database error's detail, which quotes the row, and keeps its code and causes", () => {
    const { lines, stream } = capture();
    const logger = createLogger({ service: 'test', destination: stream });
    const database = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(a@example.com)',
    });
    logger.error({ err: new DomainError('internal_error', { cause: database }), error: database }, 'failed');
    expect(lines()).to.contain('23505').and.contain('duplicate key').and.not.contain('a@example.com');
  });
});

describe('trace context', () => {
  const valid = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

  it("continues the caller's valid traceparent", () => {
    expect(startTraceparent(valid)).to.equal(valid);
    expect(traceIdOf(valid)).to.equal('0af7651916cd43dd8448eb211c80319c');
  });

  for (const bad of [
    undefined,
    '',
    'x',
    valid.toUpperCase(),
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `${valid}-x`,
  ]) {
    it(`starts a new one for ${JSON.stringify(bad)}`, () => {
      expect(startTraceparent(bad))
        .to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
        .and.not.equal(bad);
    });
  }
});

describe('operations listener', () => {
  const serverWith = (handler: OperationsHandler): Server =>
    createServer((request, response) => {
      void handler(request, response).then((handled) => {
        if (!handled) response.writeHead(404).end();
      });
    });

  it('answers /readyz with 503 and the report while a check fails, and with 200 when none does', async () => {
    let report: ReadinessReport = { status: 'not_ready', failing: ['database'], reasons: { database: 'refused' } };
    const handler = createOperationsHandler({
      registry: new Registry(),
      readiness: { report: () => Promise.resolve(report) },
    });
    const listener = await listen(serverWith(handler), '127.0.0.1', 0);
    const ready = (): Promise<Response> => fetch(`http://127.0.0.1:${listener.port}/readyz`);
    const down = await ready();
    expect(down.status).to.equal(503);
    expect(await down.json()).to.deep.equal(report);
    report = { status: 'ready', failing: [] };
    const up = await ready();
    expect(up.status).to.equal(200);
    expect(await up.json()).to.deep.equal(report);
    expect((await fetch(`http://127.0.0.1:${listener.port}/healthz`)).status).to.equal(200);
    expect((await fetch(`http://127.0.0.1:${listener.port}/other`)).status).to.equal(404);
    await listener.close();
  });

  it('closes in time even when a request never ends', async () => {
    const readiness = { report: () => Promise.resolve({ status: 'ready', failing: [] } as const) };
    const handler = createOperationsHandler({ registry: new Registry(), readiness });
    const listener = await listen(serverWith(handler), '127.0.0.1', 0);
    const socket = connect(listener.port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    const ended = once(socket, 'close');
    socket.write('GET /healthz HTTP/1.1\r\nHost: example.com\r\n');
    await fetch(`http://127.0.0.1:${listener.port}/healthz`);
    await listener.close(50);
    await ended;
  });
});
