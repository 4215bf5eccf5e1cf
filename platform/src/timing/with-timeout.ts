/**
 * Returns what `work` resolves to or, when it takes longer than `limitMs`, what `onTimeout` returns
 * or throws. The work itself goes on; its late outcome is dropped, errors included. No timer is
 * left behind.
 */
export async function withTimeout<Result, Late>(
  work: Promise<Result>,
  limitMs: number,
  onTimeout: () => Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  try {
    return await Promise.race([work, late.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}
