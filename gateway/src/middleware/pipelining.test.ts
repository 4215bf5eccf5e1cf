import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { createPublicServer } from '../http/public-server.js';
import { openTestGateway, type TestGateway } from '#testing/gateway.js';

const CONNECTIONS = 20;
const REQUESTS = 9;

/**
 * Sends as many requests without a key on every connection as the server takes, and connects again
 * when it is cut off.
 */
const ATTACK = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, connections } } = require('node:worker_threads');
  const requests = 'GET /external/v1/credits HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n'.repeat(2000);
  let answered = 0;
  function open() {
    const socket = connect(port, '127.0.0.1');
    const send = () => { while (socket.writable && socket.write(requests)); };
    socket.on('connect', send).on('drain', send).on('error', () => {});
    socket.on('close', open).once('data', () => { if (++answered === connections) parentPort.postMessage('begun'); }).resume();
  }
  for (let index = 0; index < connections; index += 1) open();
`;

describe('requests that are pipelined without a key', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await openTestGateway();
  });
  after(() => gateway.close());

  it('leave a valid GET /credits its answer within 0.3 s while 20 connections send them', async () => {
    const key = await gateway.newKey();
    await key.send('GET', '/credits');
    const port = Number(new URL(gateway.origin).port);
    const attack = new Worker(ATTACK, { eval: true, workerData: { port, connections: CONNECTIONS } });
    try {
      await once(attack, 'message');
      const durationsMs: number[] = [];
      for (let request = 0; request < REQUESTS; request += 1) {
        const startedAt = performance.now();
        expect((await key.send('GET', '/credits')).status).to.equal(200);
        durationsMs.push(performance.now() - startedAt);
      }
      durationsMs.sort((left, right) => left - right);
      // The median: the machine that runs this test may stop for a moment.
      expect(durationsMs[(REQUESTS - 1) / 2]).to.be.below(300);
    } finally {
      await attack.terminate();
    }
  });
});

/** Sends nothing but line feeds on every connection, which the parser skips before a request. */
const BLANK_LINES = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, connections } } = require('node:worker_threads');
  const bytes = '\\n'.repeat(65536);
  let sending = 0;
  function open() {
    const socket = connect(port, '127.0.0.1');
    const send = () => { while (socket.writable && socket.write(bytes)); };
    socket.on('connect', () => { send(); if (++sending === 100) parentPort.postMessage('begun'); });
    socket.on('drain', send).on('error', () => {}).on('close', open).resume();
  }
  for (let index = 0; index < connections; index += 1) open();
`;

describe('blank lines on 300 connections', () => {
  it('leave a new connection its answer within 1 s', async () => {
    const server = createPublicServer((_request, response) => void response.end('served'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const attack = new Worker(BLANK_LINES, { eval: true, workerData: { port, connections: 300 } });
    try {
      await once(attack, 'message');
      const startedAt = performance.now();
      expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).to.equal('served');
      expect(performance.now() - startedAt).to.be.below(1_000);
    } finally {
      await attack.terminate();
      server.close();
      server.closeAllConnections();
    }
  });
});
