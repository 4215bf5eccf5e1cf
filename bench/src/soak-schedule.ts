/** What happens to the installation beside the load. */
export type SoakEvent =
  | { readonly kind: 'import' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'audit' }
  | { readonly kind: 'restart'; readonly service: RestartedService; readonly by: EndingSignal };

/** An event and when it is due, in milliseconds after the start of the load. */
export type DueEvent = SoakEvent & { readonly atMs: number };

/** The services that are restarted, in turn. */
export const RESTARTED_SERVICES = ['search-service', 'reveal-service', 'credits-service'] as const;
export type RestartedService = (typeof RESTARTED_SERVICES)[number];

/** The ways in which a service ends: in order, and at once. */
export const ENDING_SIGNALS = ['SIGTERM', 'SIGKILL'] as const;
export type EndingSignal = (typeof ENDING_SIGNALS)[number];

/**
 * Restarts end at this share of the run, so that every process has a long series without a break
 * behind it.
 */
const RESTARTS_UNTIL = 0.45;
/** The other events end here. What they need is given back before the last samples. */
const EVENTS_UNTIL = 0.9;

/** How often an event happens in a run, and the longest time between two. */
const IMPORTS = { count: 6, everyMs: 5 * 60_000 };
const KEYS = { count: 10, everyMs: 3 * 60_000 };
/** Shares of the run. The first is warm-up for admin-service, which has nothing to do otherwise. */
const AUDITS = [0.1, 0.5];
const RESTARTS = { count: RESTARTED_SERVICES.length * ENDING_SIGNALS.length, everyMs: 5 * 60_000 };

/**
 * Plans a run, in order of time. Every service ends by every signal at least once; a long run has
 * more of everything. Without restarts when services cannot be restarted one by one.
 */
export function planEvents(durationMs: number, { restarts }: { readonly restarts: boolean }): DueEvent[] {
  const endings = ENDING_SIGNALS.flatMap((by) => RESTARTED_SERVICES.map((service) => ({ service, by })));
  const events: DueEvent[] = [
    ...spread(durationMs * EVENTS_UNTIL, IMPORTS).map((atMs) => ({ kind: 'import' as const, atMs })),
    ...spread(durationMs * EVENTS_UNTIL, KEYS).map((atMs) => ({ kind: 'keys' as const, atMs })),
    ...AUDITS.map((share) => ({ kind: 'audit' as const, atMs: durationMs * share })),
    ...(restarts ? spread(durationMs * RESTARTS_UNTIL, RESTARTS) : []).map((atMs, index) => ({
      kind: 'restart' as const,
      ...(endings[index % endings.length] as (typeof endings)[number]),
      atMs,
    })),
  ];
  return events.sort((a, b) => a.atMs - b.atMs);
}

/** Returns evenly spread times before the end, none of them at the start. */
function spread(untilMs: number, { count, everyMs }: typeof IMPORTS): number[] {
  const times = Math.max(count, Math.floor(untilMs / everyMs));
  return Array.from({ length: times }, (_, index) => (untilMs * (index + 0.5)) / times);
}
