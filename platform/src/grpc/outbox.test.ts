import { Writable } from 'node:stream';
import { expect } from 'chai';
import { Outbox } from './outbox.js';

/** A stream that holds each message until it is read. */
class Peer extends Writable {
  readonly messages: (readonly string[])[] = [];
  private readonly done: (() => void)[] = [];

  constructor(private readonly reads: boolean) {
    super({ objectMode: true });
  }

  override _write(message: readonly string[], _encoding: unknown, callback: () => void): void {
    this.messages.push(message);
    if (this.reads) callback();
    else this.done.push(callback);
  }

  readOne(): void {
    this.done.shift()?.();
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('an outbox', () => {
  it('writes the frames of one turn as one message', async () => {
    const peer = new Peer(true);
    const outbox = new Outbox<string>(peer, (frames) => frames);
    outbox.add('a', 10);
    await Promise.resolve();
    outbox.add('b', 10);
    await turn();
    outbox.add('c', 10);
    await turn();
    expect(peer.messages).to.deep.equal([['a', 'b'], ['c']]);
  });

  it('makes no message larger than 64 KB, except of one frame that is', async () => {
    const peer = new Peer(true);
    const outbox = new Outbox<string>(peer, (frames) => frames);
    for (const [frame, bytes] of Object.entries({ a: 1_000, large: 1_000_000, b: 40_000, c: 20_000, d: 20_000 }))
      outbox.add(frame, bytes);
    await turn();
    expect(peer.messages).to.deep.equal([['a'], ['large'], ['b', 'c'], ['d']]);
  });

  it('is blocked while the peer does not read, and writes what waits when it does', async () => {
    const peer = new Peer(false);
    const outbox = new Outbox<string>(peer, (frames) => frames);
    let added = 0;
    while (!outbox.isBlocked && added < 100) {
      outbox.add(`frame ${added}`, 10);
      added += 1;
      await turn();
    }
    // The high-water mark of a stream of objects.
    expect(added).to.be.at.most(17);
    outbox.add('waits', 10);
    await turn();
    for (let read = 0; read < added; read += 1) {
      peer.readOne();
      await turn();
    }
    expect(outbox.isBlocked).to.equal(false);
    expect(peer.messages.flat()).to.have.length(added + 1);
    expect(peer.messages.at(-1)).to.deep.equal(['waits']);
  });

  it('returns what it has not written, and writes none of it', async () => {
    const peer = new Peer(true);
    const outbox = new Outbox<string>(peer, (frames) => frames);
    outbox.add('a', 10);
    expect(outbox.takeUnwritten()).to.deep.equal(['a']);
    await turn();
    expect(peer.messages).to.deep.equal([]);
  });

  it('ends the stream after what it was given', async () => {
    const peer = new Peer(true);
    const outbox = new Outbox<string>(peer, (frames) => frames);
    outbox.add('a', 10);
    outbox.end();
    expect(peer.messages).to.deep.equal([['a']]);
    expect(peer.writableEnded).to.equal(true);
    await turn();
  });
});
