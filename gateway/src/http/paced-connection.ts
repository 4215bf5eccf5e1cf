import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

type Done = (error?: Error | null) => void;
interface Written {
  readonly chunk: Buffer | string;
  readonly encoding: BufferEncoding;
}

/** Shortest piece of a body that the parser gets. At most ten pipelined requests fit into it. */
const BODY_SLICE_BYTES = 256;
const CR = 0x0d;
const LF = 0x0a;

/**
 * A client's connection that shows the HTTP parser one request at a time. The parser begins every
 * request that one read holds, up to 2,400 in 64 KiB, before anything else runs. This stream passes
 * the bytes up to the end of the next head. It passes the rest when that request is answered and
 * other connections have had a turn of the event loop.
 *
 * The end of a half-closed connection waits in the same way, so a client that sends FIN after its
 * request gets its answer.
 */
export class PacedConnection extends Duplex {
  readonly #socket: Socket;
  /** Bytes that the parser does not have yet. The socket is paused meanwhile. */
  #rest: Buffer | undefined;
  /** True from when the parser wants no more bytes until it asks again. */
  #isFull = false;
  #endPending = false;
  #underWay = 0;
  #newest: IncomingMessage | undefined;
  #newestResponse: ServerResponse | undefined;
  #turn: NodeJS.Immediate | undefined;

  constructor(socket: Socket) {
    // The socket encodes strings itself.
    super({ allowHalfOpen: true, decodeStrings: false });
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      // A resumed socket immediately passes what it holds, so bytes may arrive before the last ones
      // are passed on.
      this.#rest = this.#rest === undefined ? bytes : Buffer.concat([this.#rest, bytes]);
      if (this.#turn === undefined) this.#pass();
      if (this.#rest !== undefined || this.#isFull) socket.pause();
    });
    socket.on('end', () => {
      this.#endPending = true;
      if (this.#turn === undefined) this.#pass();
    });
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
    socket.on('timeout', () => this.emit('timeout'));
  }

  /**
   * Counts a request as under way until its response closes. The server calls this for each request
   * when it begins.
   */
  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#newest = request;
    this.#newestResponse = response;
    this.#underWay += 1;
    response.once('close', () => {
      this.#underWay -= 1;
      if (this.#rest !== undefined || this.#endPending) this.#passNextTurn();
    });
  }

  /** True while an answer is on its way to the client. */
  get isAnswering(): boolean {
    return this.#underWay > 0 && this.#newestResponse?.headersSent === true;
  }

  #pass(): void {
    if (this.destroyed) return;
    while (this.#rest !== undefined) {
      if (this.#isFull || this.#isBusy()) return;
      const bytes = this.#rest;
      const end = endOfHead(bytes, this.#isReceivingBody() ? BODY_SLICE_BYTES : 0);
      this.#rest = end < bytes.length ? bytes.subarray(end) : undefined;
      this.#isFull = !this.push(bytes.subarray(0, end));
      if (this.#rest !== undefined && !this.#isReceivingBody()) {
        this.#passNextTurn();
        return;
      }
    }
    if (this.#endPending && !this.#isBusy()) {
      this.#endPending = false;
      this.push(null);
    }
  }

  #passNextTurn(): void {
    this.#turn ??= setImmediate(() => {
      this.#turn = undefined;
      this.#pass();
      if (this.#rest === undefined && !this.#isFull && this.#socket.isPaused()) this.#socket.resume();
    });
  }

  /** True while the newest request has arrived as a whole and is not answered. */
  #isBusy(): boolean {
    return this.#underWay > 0 && this.#newest?.complete === true;
  }

  #isReceivingBody(): boolean {
    return this.#underWay > 0 && this.#newest?.complete === false;
  }

  override _read(): void {
    this.#isFull = false;
    // What is pushed from within `_read` reaches the parser later, so that nothing would be known
    // of the requests in it.
    if (this.#socket.isPaused()) this.#passNextTurn();
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: Done): void {
    this.#socket.write(chunk, encoding, done);
  }

  /** Sends the head and the body of an answer in one packet. */
  override _writev(chunks: readonly Written[], done: Done): void {
    // `node:http` ends an answer with an empty chunk. Without it a short answer is one string,
    // which costs the socket less than a list.
    const filled = chunks.filter(({ chunk }) => chunk.length > 0);
    const [first, ...others] = filled.length === 0 ? chunks : filled;
    if (first === undefined) return done();
    this.#socket.cork();
    this.#socket.write(first.chunk, first.encoding, others.length === 0 ? done : undefined);
    others.forEach(({ chunk, encoding }, index) => {
      this.#socket.write(chunk, encoding, index === others.length - 1 ? done : undefined);
    });
    this.#socket.uncork();
  }

  override _final(done: Done): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: Done): void {
    clearImmediate(this.#turn);
    this.#socket.destroy();
    done(error);
  }

  /** Sets how long nothing may move before `timeout` is emitted. `node:http` calls this. */
  setTimeout(durationMs: number): this {
    this.#socket.setTimeout(durationMs);
    return this;
  }

  /** Closes the connection when everything that was written is sent. `node:http` calls this. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }
}

/**
 * Returns where the first head ends that ends at `from` or later, or the number of bytes when none
 * does. It looks at no byte beyond that end: the rest is searched again in the next turn.
 */
function endOfHead(bytes: Buffer, from: number): number {
  const start = Math.max(0, from - '\n\r\n'.length);
  for (let line = bytes.indexOf(LF, start); line !== -1; line = bytes.indexOf(LF, line + 1)) {
    // The parser accepts a bare LF as the end of a line too.
    if (bytes[line + 1] === LF) return line + 2;
    if (bytes[line + 1] === CR && bytes[line + 2] === LF) return line + 3;
  }
  return bytes.length;
}
