/**
 * Asks for what stands in some places of a list, all at once, and answers in the same places. Invalid items and misses
 * leave gaps, and a batch must keep its order.
 */
export async function inPlaces<Asked, Answer>(
  places: readonly (Asked | undefined)[],
  ask: (asked: Asked[]) => Promise<Answer[]>,
): Promise<(Answer | undefined)[]> {
  const answers = await ask(places.filter((place) => place !== undefined));
  let next = 0;
  return places.map((place) => {
    if (place === undefined) return undefined;
    next += 1;
    return answers[next - 1];
  });
}
