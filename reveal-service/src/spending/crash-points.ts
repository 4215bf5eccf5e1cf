/** The steps of a spend and of its recovery at which tests make the process fail. */
export const REVEAL_CRASH_POINTS = [
  // The plan is within the cap; nothing is written anywhere.
  'reveal.planned',
  // The credits are reserved; nothing is revealed.
  'reveal.reserved',
  // The attempt is committed; nothing is answered or captured.
  'reveal.committed',
  // The spend is answered; a batch of reservations is about to be resolved.
  'reveal.resolving',
  // The reservations are resolved; the process does not know yet.
  'reveal.resolved',
  // Recovery has listed pending reservations and has not touched them.
  'reveal.recovering',
  // Recovery has aborted an attempt and has not released its reservation.
  'reveal.aborted',
] as const;

export type RevealCrashPoint = (typeof REVEAL_CRASH_POINTS)[number];
