/** What the primary had written, by its write-ahead log, and when. */
interface Position {
  readonly lsn: bigint;
  /** By this process's monotonic clock, read before the primary was asked. */
  askedAtMs: number;
}

/**
 * The primary's positions over time. A replica that has replayed one of them has everything that
 * was committed before the primary was asked for it, whatever the clocks of the servers say.
 */
export interface PrimaryPositions {
  /** Records an answer of the primary. */
  note(lsn: bigint, askedAtMs: number): void;
  /** Records that nothing newer than the last position is known. For a primary that is silent. */
  noteSilence(atMs: number): void;
  /** The newest position. Undefined until the primary has answered. */
  readonly newest: bigint | undefined;
  /**
   * Returns the latest instant of which a replica that replayed `lsn` has every commit. Undefined
   * when it is older than all positions kept.
   */
  provenAt(lsn: bigint): number | undefined;
}

/** With a check each second: ten minutes. A replica further behind is not in use anyway. */
const KEPT = 600;

export function createPositions(): PrimaryPositions {
  const positions: Position[] = [];
  return {
    note(lsn, askedAtMs) {
      // After a failover the new primary may be behind what the old one had written. Positions that
      // it never reached prove nothing.
      while ((positions.at(-1)?.lsn ?? -1n) > lsn) positions.pop();
      const last = positions.at(-1);
      // An idle primary stays where it is, which proves more with each answer.
      if (last?.lsn === lsn) last.askedAtMs = Math.max(last.askedAtMs, askedAtMs);
      else positions.push({ lsn, askedAtMs });
      if (positions.length > KEPT) positions.shift();
    },
    noteSilence(atMs) {
      const last = positions.at(-1);
      if (last !== undefined) last.askedAtMs = atMs;
    },
    get newest() {
      return positions.at(-1)?.lsn;
    },
    provenAt: (lsn) => positions.findLast((position) => position.lsn <= lsn)?.askedAtMs,
  };
}
