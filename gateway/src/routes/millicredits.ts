/** Credits as JSON shows them. A division by 1000 is correctly rounded, so it prints as the decimal that is meant. */
export function toCredits(millicredits: number): number {
  return millicredits / 1000;
}
