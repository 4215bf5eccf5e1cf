import { once } from 'node:events';
import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';
/**
 * Ports below those that an operating system gives to outgoing connections and to listeners on port
 * 0 (Linux from 32768, macOS and Windows from 49152). A port from here stays free until somebody
 * asks for it by number.
 */
const [FIRST, COUNT] = [20_000, 12_000];
const ATTEMPTS = 100;

/** Returns a loopback port that is free now. Throws Error when it finds none. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await canListen(port)) return port;
  }
  throw new Error(`none of ${ATTEMPTS} ports between ${FIRST} and ${FIRST + COUNT} is free`);
}

/** Returns `count` different loopback ports that are free now. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Returns true when this process can listen on the address now. 0 is any port. */
export async function canListen(port: number, host = LOOPBACK): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
