import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createAdminClient } from './admin-client.js';
import { CommandError } from './errors.js';

/** The server has this many pages, each with its number. */
const PAGES = 3;

describe('list of the admin client', () => {
  let server: Server;
  let url: string;

  before(async () => {
    server = createServer((request, response) => {
      const page = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('page') ?? 1);
      if (page < PAGES) response.setHeader('link', `</admin/v1/things?page=${page + 1}>; rel="next"`);
      response.end(JSON.stringify([page]));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.close();
    await once(server, 'close');
  });

  const list = (maxPages: number) => createAdminClient({ url, token: 'token' }, { maxPages }).list<number>('/things');

  it('reads all pages', async () => {
    expect(await list(PAGES)).to.deep.equal([1, 2, 3]);
  });

  it('fails instead of returning a part of a list with too many pages', async () => {
    const error: unknown = await list(PAGES - 1).catch((failure: unknown) => failure);
    expect(error).to.be.instanceOf(CommandError);
    expect((error as CommandError).message).to.equal('the admin API sent more than 2 pages of /things');
  });
});
