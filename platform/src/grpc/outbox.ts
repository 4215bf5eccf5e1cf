import type { Writable } from 'node:stream';

/** Frames are put into one message up to this size; a larger frame travels alone. */
const MESSAGE_BYTES = 64 * 1024;

interface Waiting<Frame> {
  readonly frame: Frame;
  readonly bytes: number;
}

/**
 * Writes frames to a stream: those of one turn of the event loop as one message, because a message
 * costs much more than a frame. While the peer does not read, frames wait here.
 */
export class Outbox<Frame> {
  #waiting: Waiting<Frame>[] = [];
  #isScheduled = false;
  #blocked = false;
  #ending = false;
  readonly #stream: Writable;
  readonly #messageOf: (frames: readonly Frame[]) => object;

  constructor(stream: Writable, messageOf: (frames: readonly Frame[]) => object) {
    this.#stream = stream;
    this.#messageOf = messageOf;
    stream.on('drain', () => {
      this.#blocked = false;
      this.#flush();
    });
  }

  /** True: the peer does not keep up. What is added now only takes memory. */
  get isBlocked(): boolean {
    return this.#blocked;
  }

  /** Writes the frame at the end of this turn, or when the peer reads again. */
  add(frame: Frame, bytes: number): void {
    this.#waiting.push({ frame, bytes });
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush();
    });
  }

  /** Ends the stream once everything is written. */
  end(): void {
    this.#ending = true;
    this.#flush();
  }

  /** Forgets and returns the frames that were never written. */
  takeUnwritten(): readonly Frame[] {
    const frames = this.#waiting.map(({ frame }) => frame);
    this.#waiting = [];
    return frames;
  }

  #flush(): void {
    if (this.#stream.destroyed || this.#stream.writableEnded) return;
    while (this.#waiting.length > 0 && !this.#blocked)
      this.#blocked = !this.#stream.write(this.#messageOf(this.#take()));
    if (this.#ending && this.#waiting.length === 0) this.#stream.end();
  }

  /** Removes the frames of the next message. */
  #take(): readonly Frame[] {
    let bytes = 0;
    const isOver = this.#waiting.findIndex((next) => (bytes += next.bytes) > MESSAGE_BYTES);
    const count = isOver === -1 ? this.#waiting.length : Math.max(isOver, 1);
    return this.#waiting.splice(0, count).map(({ frame }) => frame);
  }
}
