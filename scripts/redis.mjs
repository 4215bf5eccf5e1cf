// Starts a Redis server for one test run when `redis-server` is installed.
import { spawn } from 'node:child_process';
import { createConnection } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const READY_TIMEOUT_MS = 10_000;
const POLL_MS = 25;

const PORT_ATTEMPTS = 3;

/**
 * Starts redis-server on a free loopback port, without persistence. Returns undefined when the
 * program is missing or fails.
 */
export async function startRedis(directory) {
  // Compiled by the first step of every command.
  const { freePort } = await import('../platform/dist/ports/index.js');
  for (let attempt = 1; attempt <= PORT_ATTEMPTS; attempt += 1) {
    const redis = await launch(directory, await freePort());
    if (redis !== undefined) return redis;
  }
  return undefined;
}

async function launch(directory, port) {
  const argv = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', directory];
  const server = spawn('redis-server', argv, { stdio: 'ignore', detached: true });
  let hasExited = false;
  const exited = new Promise((resolve) => {
    for (const event of ['exit', 'error']) {
      server.once(event, () => {
        hasExited = true;
        resolve();
      });
    }
  });
  const stop = async () => {
    server.kill('SIGTERM');
    await exited;
  };
  const deadlineAt = Date.now() + READY_TIMEOUT_MS;
  while (!hasExited && Date.now() < deadlineAt) {
    if (await answers(port)) return { url: `redis://127.0.0.1:${port}`, stop };
    await delay(POLL_MS);
  }
  if (!hasExited) await stop();
  return undefined;
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1', timeout: 1_000 });
    const finish = (outcome) => {
      socket.destroy();
      resolve(outcome);
    };
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => finish(data.toString().startsWith('+PONG')));
    socket.once('timeout', () => finish(false));
    socket.once('error', () => finish(false));
  });
}
