/** Records which processes have a wrong clock. A process gets its clock when it starts. */
export interface Clocks {
  /** Returns the offset to start a process with, in milliseconds. 0: the right time. */
  offsetOf(name: string): number;
  /** Sets the offset for the next start of a process. */
  set(name: string, offsetMs: number): void;
  /** Called by the supervisor at each start. */
  started(name: string, offsetMs: number): void;
  /**
   * Returns whether a process has had a wrong clock without a break since an instant of
   * `performance.now()`.
   */
  wasWrongSince(name: string, since: number): boolean;
}

export function createClocks(): Clocks {
  const planned = new Map<string, number>();
  const running = new Map<string, { readonly offsetMs: number; readonly since: number }>();
  return {
    offsetOf: (name) => planned.get(name) ?? 0,
    set: (name, offsetMs) => void planned.set(name, offsetMs),
    started(name, offsetMs) {
      const before = running.get(name);
      if (before?.offsetMs !== offsetMs) running.set(name, { offsetMs, since: performance.now() });
    },
    wasWrongSince(name, since) {
      const now = running.get(name);
      return now !== undefined && now.offsetMs !== 0 && now.since <= since;
    },
  };
}
