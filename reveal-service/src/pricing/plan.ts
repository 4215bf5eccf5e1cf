import type { reveal } from '@prospecting/protos';
import { holdsBack, presenceOf } from '../masking/organization-details.js';
import { inClear, type InClear, type RevealName } from '../masking/in-clear.js';
import type { Records } from '../masking/records.js';
import type { InfoType, Subject } from './prices.js';

/** One thing that a request wants unmasked; a request may name it several times. */
export interface WantedSubject {
  readonly kind: Subject;
  readonly subjectId: string;
  /** Each once, in the order of the request. */
  readonly infoTypes: readonly InfoType[];
  /** Organizations: the identifiers that the result shows already. */
  readonly shownIdentifiers: readonly string[];
}

/** What plans are made of. */
export interface PlanFacts {
  readonly records: Records;
  /** What the account has already. */
  readonly revealed: InClear;
  /** In millicredits. */
  priceOf(kind: Subject, infoType: InfoType): number;
}

/** What a request finds an info type to be: to unmask and pay for, in clear already, or not on record. */
export type Standing = 'new' | 'revealed' | 'unavailable';

export interface PlannedInfoType {
  readonly infoType: InfoType;
  readonly standing: Standing;
  /** The price of a new one, else 0. */
  readonly millicredits: number;
}

/** One distinct subject of a request. */
export interface PlannedSubject {
  readonly kind: Subject;
  readonly subjectId: string;
  readonly found: boolean;
  /** In the order of the request; empty when it was not found. */
  readonly infoTypes: readonly PlannedInfoType[];
}

/** Something that is to be revealed, at its price. */
export interface PlannedReveal extends RevealName {
  readonly millicredits: number;
}

/**
 * What a request would reveal, and for how much: each distinct subject once, with every info type that any of its appearances wants.
 * An organization has details to pay for when any of its appearances holds something back.
 */
export function planSpend(wanted: readonly WantedSubject[], facts: PlanFacts): PlannedSubject[] {
  return [...groupBySubject(wanted).values()].map((appearances) => planSubject(appearances, facts));
}

type Appearances = readonly [WantedSubject, ...WantedSubject[]];

function planSubject(appearances: Appearances, facts: PlanFacts): PlannedSubject {
  const [{ kind, subjectId }] = appearances;
  const onRecord = infoTypesOnRecord(appearances, facts.records);
  if (onRecord === undefined) return { kind, subjectId, found: false, infoTypes: [] };
  const infoTypes = [...new Set(appearances.flatMap((appearance) => appearance.infoTypes))];
  const standingOf = (infoType: InfoType): Standing => {
    if (!onRecord.has(infoType)) return 'unavailable';
    // linkedIn is never masked, so there is nothing to reveal.
    return infoType === 'linkedIn' || facts.revealed.has(kind, subjectId, infoType) ? 'revealed' : 'new';
  };
  return {
    kind,
    subjectId,
    found: true,
    infoTypes: infoTypes.map((infoType) => {
      const standing = standingOf(infoType);
      return { infoType, standing, millicredits: standing === 'new' ? facts.priceOf(kind, infoType) : 0 };
    }),
  };
}

/** `undefined`: nothing of that id is on record. */
function infoTypesOnRecord(appearances: Appearances, records: Records): ReadonlySet<InfoType> | undefined {
  const [{ kind, subjectId }] = appearances;
  if (kind === 'organization') {
    const details = records.organization.get(subjectId);
    if (details === undefined) return undefined;
    const presence = presenceOf(details);
    const anyHoldsBack = appearances.some(({ shownIdentifiers }) => holdsBack(presence, shownIdentifiers));
    return new Set(anyHoldsBack ? ['details'] : []);
  }
  const record = records[kind].get(subjectId);
  if (record === undefined) return undefined;
  const onRecord = new Set<InfoType>();
  if (record.email !== null) onRecord.add('email');
  if (record.phone !== null) onRecord.add('phone');
  if ('linkedInSlug' in record && record.linkedInSlug !== null) onRecord.add('linkedIn');
  return onRecord;
}

function groupBySubject(wanted: readonly WantedSubject[]): Map<string, Appearances> {
  const groups = new Map<string, Appearances>();
  for (const subject of wanted) {
    const key = subjectKey(subject.kind, subject.subjectId);
    const group = groups.get(key);
    groups.set(key, group === undefined ? [subject] : [...group, subject]);
  }
  return groups;
}

/** What a plan would unmask, in the one order in which rows are locked: two plans that overlap never wait for each other in a circle. */
export function plannedReveals(planned: readonly PlannedSubject[]): PlannedReveal[] {
  return planned
    .flatMap(({ kind, subjectId, infoTypes }) =>
      infoTypes
        .filter(({ standing }) => standing === 'new')
        .map(({ infoType, millicredits }) => ({ kind, subjectId, infoType, millicredits })),
    )
    .toSorted(inOrderOfLocks);
}

/** As the rows of reveals are sorted: by the bytes of their key. */
function inOrderOfLocks(one: RevealName, other: RevealName): number {
  return (
    compare(one.kind, other.kind) || compare(one.subjectId, other.subjectId) || compare(one.infoType, other.infoType)
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Total price: each distinct subject once. */
export function totalMillicredits(planned: readonly PlannedSubject[]): number {
  return planned.reduce((total, subject) => total + subjectMillicredits(subject), 0);
}

/** Whatever a plan that was carried out leaves in clear. */
export function leftInClear(settled: readonly PlannedSubject[]): RevealName[] {
  return settled.flatMap(({ kind, subjectId, infoTypes }) =>
    infoTypes
      .filter(({ standing }) => standing !== 'unavailable')
      .map(({ infoType }) => ({ kind, subjectId, infoType })),
  );
}

export function subjectMillicredits(subject: PlannedSubject): number {
  return subject.infoTypes.reduce((total, { millicredits }) => total + millicredits, 0);
}

export function subjectKey(kind: Subject, subjectId: string): string {
  return `${kind}/${subjectId}`;
}

/**
 * What became of a plan: whatever it took for new and did not reveal had been revealed by another request meanwhile, so it is free.
 * @param revealed what the attempt revealed, a part of the plan
 */
export function settlePlan(
  planned: readonly PlannedSubject[],
  revealed: readonly RevealName[],
): readonly PlannedSubject[] {
  const asPlanned = planned.reduce(
    (count, { infoTypes }) => count + infoTypes.filter(({ standing }) => standing === 'new').length,
    0,
  );
  if (revealed.length === asPlanned) return planned;
  const byAttempt = inClear(revealed);
  return planned.map((subject) => ({
    ...subject,
    infoTypes: subject.infoTypes.map((each) =>
      each.standing === 'new' && !byAttempt.has(subject.kind, subject.subjectId, each.infoType)
        ? { infoType: each.infoType, standing: 'revealed', millicredits: 0 }
        : each,
    ),
  }));
}

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
