import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { canListen, freePort, freePorts } from './index.js';

describe('free ports', () => {
  it('are below the ports that systems give to outgoing connections, so that none takes them in the meantime', async () => {
    for (const port of await freePorts(50)) expect(port).to.be.within(20_000, 31_999);
  });

  it('differ within one call', async () => {
    const ports = await freePorts(200);
    expect(new Set(ports).size).to.equal(200);
  });

  it('can be listened on', async () => {
    const server = createServer().listen(await freePort(), '127.0.0.1');
    await once(server, 'listening');
    server.close();
  });

  it('a port in use is not free, and is free again once it is closed', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await canListen(port)).to.equal(false);
    server.close();
    await once(server, 'close');
    expect(await canListen(port)).to.equal(true);
  });

  it('an address that this machine does not have cannot be listened on', async () => {
    expect(await canListen(0, '198.51.100.7')).to.equal(false);
  });
});
