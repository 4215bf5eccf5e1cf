/** Returns the year of an ISO date or time; undefined when the text does not begin with one. */
export function yearOf(date: string | undefined): number | undefined {
  return date !== undefined && /^[0-9]{4}-/.test(date) ? Number(date.slice(0, 4)) : undefined;
}
