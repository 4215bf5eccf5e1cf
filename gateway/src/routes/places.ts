/**
 * Asks for what stands in some places of a list, all at once, and answers in the same places. Invalid items and misses
 * leave gaps, and a batch must keep its order.
 */
export async function inPlaces<Asked, Answer>(
  places: readonly (Asked | undefined)[],
  ask: (asked: Asked[]) => Promise<Answer[]>,
): Promise<(Answer | undefined)[]> {
  return putInPlaces(places, await ask(filled(places)));
}

/** What stands in the places that are not gaps. */
export function filled<Asked>(places: readonly (Asked | undefined)[]): Asked[] {
  return places.filter((place) => place !== undefined);
}

/** The answers to what stands in some places, in those places. */
export function putInPlaces<Answer>(places: readonly unknown[], answers: readonly Answer[]): (Answer | undefined)[] {
  let next = 0;
  return places.map((place) => {
    if (place === undefined) return undefined;
    next += 1;
    return answers[next - 1];
  });
}
