import type { reveal } from '@prospecting/protos';
import { subjectKey, subjectMillicredits, type PlannedSubject, type Standing, type WantedSubject } from './plan.js';

/** What is paid for; what is seen of the subject stands beside it. */
export type PaidOutcome = Omit<reveal.SubjectOutcome, 'contact' | 'reachable' | 'organization'>;

const NOT_FOUND: PaidOutcome = {
  found: false,
  costMillicredits: 0,
  newInfoTypes: [],
  alreadyRevealedInfoTypes: [],
  unavailableInfoTypes: [],
};

/**
 * One outcome for each appearance, in request order; all appearances of a subject show the same. A subject that the plan does not have is
 * not found: a retry may resolve an identifier to another record than the first call did, and the first call's outcome stands.
 */
export function subjectOutcomes(wanted: readonly WantedSubject[], planned: readonly PlannedSubject[]): PaidOutcome[] {
  const outcomes = new Map(planned.map((each) => [subjectKey(each.kind, each.subjectId), subjectOutcome(each)]));
  return wanted.map(({ kind, subjectId }) => outcomes.get(subjectKey(kind, subjectId)) ?? NOT_FOUND);
}

function subjectOutcome(subject: PlannedSubject): PaidOutcome {
  const ofStanding = (standing: Standing): string[] =>
    subject.infoTypes.filter((each) => each.standing === standing).map((each) => each.infoType);
  return {
    found: subject.found,
    costMillicredits: subjectMillicredits(subject),
    newInfoTypes: ofStanding('new'),
    alreadyRevealedInfoTypes: ofStanding('revealed'),
    unavailableInfoTypes: ofStanding('unavailable'),
  };
}
