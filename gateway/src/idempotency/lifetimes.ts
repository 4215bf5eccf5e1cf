export const LEASE_MS = 60_000;
/** How long a response is replayed. */
export const KEPT_MS = 24 * 60 * 60 * 1000;

export function after(instant: Date, durationMs: number): Date {
  return new Date(instant.getTime() + durationMs);
}
