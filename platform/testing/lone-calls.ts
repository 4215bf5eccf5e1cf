import { Client } from '@grpc/grpc-js';
import { eventually } from './eventually.js';

/** Counts the calls that go alone, so that a test can tell them from those on a shared stream. */
export interface LoneCalls {
  count: number;
  /** Repeats the call until it is answered on a shared stream. Throws when it never does. */
  untilShared(call: () => Promise<unknown>): Promise<void>;
  /** Stops counting. */
  stop(): void;
}

export function countLoneCalls(): LoneCalls {
  const original = Client.prototype.makeUnaryRequest;
  const calls: LoneCalls = {
    count: 0,
    async untilShared(call) {
      const isShared = async (): Promise<boolean> => {
        const before = calls.count;
        const answered = await call().then(
          () => true,
          () => false,
        );
        return answered && calls.count === before;
      };
      if (!(await eventually(isShared, (shared) => shared))) throw new Error('calls still go alone');
    },
    stop() {
      Client.prototype.makeUnaryRequest = original;
    },
  };
  Client.prototype.makeUnaryRequest = function count(this: Client, ...parameters: never[]) {
    calls.count += 1;
    return (original as (...all: never[]) => never).apply(this, parameters);
  };
  return calls;
}
