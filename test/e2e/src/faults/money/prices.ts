import type { Revealable } from '../directory/records.js';
import { createTimeline, type Timeline } from './timeline.js';

/** The prices that apply to an account, in millicredits. */
export interface Prices {
  /** The price group to which the prices belong. */
  readonly group: string;
  of(subject: string, infoType: string): Timeline;
  all(): readonly (readonly [subject: string, infoType: string, timeline: Timeline])[];
  /**
   * Returns the highest cost of revealing these at any moment from `from` to `to`, in millicredits.
   */
  most(subjects: readonly Revealable[], infoTypes: readonly string[], from: number, to: number): number;
}

const DEFAULTS = [
  ['contact', 'email', 200],
  ['contact', 'phone', 1_000],
  ['switchboard', 'email', 200],
  ['switchboard', 'phone', 1_000],
  ['organization', 'details', 200],
] as const;

export function createPrices(group: string): Prices {
  const timelines = DEFAULTS.map(
    ([subject, infoType, millicredits]) => [subject, infoType, createTimeline(millicredits)] as const,
  );
  const of = (subject: string, infoType: string): Timeline => {
    const found = timelines.find(([each, type]) => each === subject && type === infoType);
    if (found === undefined) throw new Error(`${subject} has no ${infoType}`);
    return found[2];
  };
  return {
    group,
    of,
    all: () => timelines,
    most: (subjects, infoTypes, from, to) =>
      subjects
        .flatMap((subject) =>
          infoTypes
            .filter((infoType) => subject.mayHave(infoType))
            .map((infoType) => Math.max(...of(subject.kind, infoType).possible(from, to))),
        )
        .reduce((sum, millicredits) => sum + millicredits, 0),
  };
}
