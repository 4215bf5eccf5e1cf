/**
 * Returns what `work` resolves to or, when it takes longer than `limitMs`, what `onTimeout` returns
 * or throws. The work itself goes on; its late outcome is dropped, errors included. No timer is
 * left behind.
 *
 * Answers that have arrived count as in time: after a stall of the process, Node.js runs due timers
 * before it reads its sockets, so the limit leaves it one turn of the event loop to read them.
 */
export async function withTimeout<Result, Late>(
  work: Promise<Result>,
  limitMs: number,
  onTimeout: () => Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => (turn = setImmediate(resolve)), limitMs);
  });
  try {
    return await Promise.race([work, late.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
    clearImmediate(turn);
  }
}
