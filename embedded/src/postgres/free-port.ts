import { createServer, type AddressInfo } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** A loopback port that nobody listens on now. Another process may take it at any moment. */
export async function freePort(): Promise<number> {
  const port = await tryPort(0, LOOPBACK);
  if (port === undefined) throw new Error('there is no free port');
  return port;
}

/** Whether this process could listen there now. */
export async function canListen(port: number, host = LOOPBACK): Promise<boolean> {
  return (await tryPort(port, host)) !== undefined;
}

/** The port that was got, and given back; undefined when it could not be had. */
async function tryPort(port: number, host: string): Promise<number | undefined> {
  const server = createServer();
  const got = await new Promise<number | undefined>((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
  if (got !== undefined) {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  }
  return got;
}
