import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { withTimeout } from './index.js';

const never = (): Promise<never> => new Promise(() => {});

/** The timers of this process, once the test runner has started its own. */
async function countTimers(): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve));
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
}

/** Starts a server on another thread, which answers while this one stalls. */
async function startEchoServer(): Promise<{ port: number; stop(): Promise<number> }> {
  const source = `
    const { parentPort } = require('node:worker_threads');
    const server = require('node:net').createServer((socket) => socket.on('error', () => {}).pipe(socket));
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
  `;
  const worker = new Worker(source, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  return { port, stop: () => worker.terminate() };
}

describe('withTimeout', () => {
  it('returns what the work resolves to, and leaves no timer behind', async () => {
    const before = await countTimers();
    expect(await withTimeout(Promise.resolve('done'), 60_000, () => 'late')).to.equal('done');
    expect(await countTimers()).to.equal(before);
  });

  it('throws what the work rejects with, and leaves no timer behind', async () => {
    const before = await countTimers();
    const failure = new Error('failed');
    const outcome = withTimeout(Promise.reject(failure), 60_000, () => 'late');
    expect(await outcome.catch((error: unknown) => error)).to.equal(failure);
    expect(await countTimers()).to.equal(before);
  });

  it('returns what onTimeout returns when the limit passes first', async () => {
    expect(await withTimeout(never(), 1, () => 'late')).to.equal('late');
  });

  it('throws what onTimeout throws', async () => {
    const late = new Error('late');
    const outcome = withTimeout(never(), 1, () => {
      throw late;
    });
    expect(await outcome.catch((error: unknown) => error)).to.equal(late);
  });

  it('drops an error of the work that comes after the limit', async () => {
    let fail = (): void => {};
    const work = new Promise<never>((_, reject) => {
      fail = () => reject(new Error('too late'));
    });
    expect(await withTimeout(work, 1, () => 'late')).to.equal('late');
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.once('unhandledRejection', note);
    fail();
    // Node reports an unhandled rejection when the microtasks of this turn have run.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(unhandled).to.deep.equal([]);
  });

  it('does not blame the other side for a stall of this process: an answer that has arrived is in time', async () => {
    const { port, stop } = await startEchoServer();
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const answer = once(socket, 'data');
    socket.write('ping');
    const outcome = withTimeout(answer, 20, () => 'late');
    // Let the request leave; the answer arrives while this process does nothing.
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    expect(await outcome).not.to.equal('late');
    socket.destroy();
    await stop();
  });

  it('does not call onTimeout when the work is done first', async () => {
    let calls = 0;
    await withTimeout(Promise.resolve(), 1, () => {
      calls += 1;
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(calls).to.equal(0);
  });
});
