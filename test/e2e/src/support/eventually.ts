/** Asks again until the answer is the right one; gives up after a while. For what another process is told a moment later. */
export async function eventually<Answer>(
  ask: () => Promise<Answer>,
  isRight: (answer: Answer) => boolean,
  timeoutMs = 10_000,
): Promise<Answer> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (isRight(answer) || performance.now() >= giveUpAt) return answer;
  }
}
