/** Every step of a spend and of its recovery, at which tests make the process fail. */
export const REVEAL_CRASH_POINTS = [
  // Planned and within the cap; nothing written anywhere.
  'reveal.planned',
  // The credits are reserved; nothing is revealed.
  'reveal.reserved',
  // Revealed; not answered, not captured.
  'reveal.committed',
  // Answered; the attempts of a batch are about to be captured or released.
  'reveal.settling',
  // Captured or released; the process does not know yet.
  'reveal.settled',
  // Recovery has found pending reservations, and done nothing about them.
  'reveal.recovering',
  // Recovery has aborted an attempt, and not released its reservation.
  'reveal.aborted',
] as const;

export type RevealCrashPoint = (typeof REVEAL_CRASH_POINTS)[number];
