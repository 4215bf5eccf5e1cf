import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { failure, ok, warning, type Finding } from './finding.js';

const TIMEOUT_MS = 4_000;
const CHECK = 'redis';
const ADVICE = 'Until it answers, each gateway counts requests by itself: docs/runbooks/redis-fallback.md.';

/** Sends PING, after AUTH when the URL has a password. Redis down is tolerated by every service. */
export async function checkRedis(text: string): Promise<Finding[]> {
  const url = new URL(text);
  const at = `Redis at ${url.hostname}:${url.port || '6379'}`;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(url.port || 6379);
  const socket = url.protocol === 'rediss:' ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    await once(socket, url.protocol === 'rediss:' ? 'secureConnect' : 'connect', { signal });
    const { username, password } = url;
    if (password !== '') {
      const words = [username, password].filter((word) => word !== '').map(decodeURIComponent);
      socket.write(command('AUTH', ...words));
      const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
      if (!answer.toString().startsWith('+OK'))
        return [failure(CHECK, `${at} does not accept the password`, 'Correct REDIS_URL.')];
    }
    socket.write(command('PING'));
    const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
    if (answer.toString().startsWith('+PONG')) return [ok(CHECK, `${at} answers`)];
    return [
      failure(
        CHECK,
        `${at} answers with an error: ${answer.toString().slice(1, 80).split('\r', 1)[0]}`,
        'Correct REDIS_URL.',
      ),
    ];
  } catch {
    return [warning(CHECK, `${at} does not answer`, ADVICE)];
  } finally {
    socket.on('error', () => {}).destroy();
  }
}

function command(...words: readonly string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
}
