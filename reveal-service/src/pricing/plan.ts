import type { reveal } from '@prospecting/protos';
import { holdsBack, presenceOf } from '../masking/organization-details.js';
import type { ContactRecord, Records } from '../masking/records.js';
import { revealedSet, type RevealedSet } from '../masking/revealed-set.js';
import {
  infoTypesOf,
  isPublic,
  type InfoType,
  type InfoTypeOf,
  type RevealKey,
  type Subject,
  type WantedSubject,
} from '../subjects.js';

/** What a plan is made from. */
export interface PlanSnapshot {
  readonly records: Records;
  /** What the account has revealed already. */
  readonly revealed: RevealedSet;
  /** Returns a price in millicredits. */
  readonly priceOf: (kind: Subject, infoType: InfoType) => number;
}

/**
 * The status of a requested info type. `new`: to be revealed and charged. `revealed`: the account
 * sees it already. `unavailable`: not on record.
 */
export type InfoTypeStatus = 'new' | 'revealed' | 'unavailable';

export interface PlannedInfoType {
  readonly infoType: InfoType;
  readonly status: InfoTypeStatus;
  /** The price of a new one, else 0. */
  readonly millicredits: number;
}

/** One distinct subject of a request. */
export interface PlannedSubject {
  readonly kind: Subject;
  readonly subjectId: string;
  readonly found: boolean;
  /** In the order of the request; empty when the subject was not found. */
  readonly infoTypes: readonly PlannedInfoType[];
}

/** An info type to reveal, at its price. */
export interface PlannedReveal extends RevealKey {
  readonly millicredits: number;
}

/**
 * Plans what a request reveals and at what price. Each distinct subject appears once, with every
 * info type that any of its entries wants. An organization costs its details when any of its
 * entries holds something back.
 */
export function planSpend(wanted: readonly WantedSubject[], snapshot: PlanSnapshot): PlannedSubject[] {
  return [...groupBySubject(wanted).values()].map((entries) => planSubject(entries, snapshot));
}

/** All entries of a request for one subject. */
type SubjectEntries = readonly [WantedSubject, ...WantedSubject[]];

function planSubject(entries: SubjectEntries, { records, revealed, priceOf }: PlanSnapshot): PlannedSubject {
  const [{ kind, subjectId }] = entries;
  const onRecord = infoTypesOnRecord(entries, records);
  if (onRecord === undefined) return { kind, subjectId, found: false, infoTypes: [] };
  const infoTypes = [...new Set(entries.flatMap((entry) => entry.infoTypes))];
  const statusOf = (infoType: InfoType): InfoTypeStatus => {
    if (!onRecord.has(infoType)) return 'unavailable';
    return isPublic(kind, infoType) || revealed.has(kind, subjectId, infoType) ? 'revealed' : 'new';
  };
  return {
    kind,
    subjectId,
    found: true,
    infoTypes: infoTypes.map((infoType) => {
      const status = statusOf(infoType);
      return { infoType, status, millicredits: status === 'new' ? priceOf(kind, infoType) : 0 };
    }),
  };
}

/** Returns the info types on record; `undefined` when the subject itself is not on record. */
function infoTypesOnRecord(entries: SubjectEntries, records: Records): ReadonlySet<InfoType> | undefined {
  const [{ kind, subjectId }] = entries;
  switch (kind) {
    case 'organization': {
      const details = records.organization.get(subjectId);
      if (details === undefined) return undefined;
      const presence = presenceOf(details);
      const anyHoldsBack = entries.some(({ shownIdentifiers }) => holdsBack(presence, shownIdentifiers));
      return new Set(anyHoldsBack ? ['details'] : []);
    }
    case 'contact': {
      const record = records.contact.get(subjectId);
      return record && new Set(infoTypesOf(kind).filter((infoType) => contactValue(record, infoType) !== null));
    }
    case 'switchboard': {
      const record = records.switchboard.get(subjectId);
      return record && new Set(infoTypesOf(kind).filter((infoType) => record[infoType] !== null));
    }
  }
}

function contactValue(record: ContactRecord, infoType: InfoTypeOf<'contact'>): string | null {
  return infoType === 'linkedIn' ? record.linkedInSlug : record[infoType];
}

function groupBySubject(wanted: readonly WantedSubject[]): Map<string, SubjectEntries> {
  const groups = new Map<string, SubjectEntries>();
  for (const subject of wanted) {
    const key = subjectKey(subject.kind, subject.subjectId);
    const group = groups.get(key);
    groups.set(key, group === undefined ? [subject] : [...group, subject]);
  }
  return groups;
}

/**
 * Returns what a plan reveals, in the order in which the rows are locked. The order is the same for
 * every plan, so two overlapping plans cannot deadlock.
 */
export function plannedReveals(planned: readonly PlannedSubject[]): PlannedReveal[] {
  return planned
    .flatMap(({ kind, subjectId, infoTypes }) =>
      infoTypes
        .filter(({ status }) => status === 'new')
        .map(({ infoType, millicredits }) => ({ kind, subjectId, infoType, millicredits })),
    )
    .toSorted(byPrimaryKey);
}

/** Sorts as the primary key of `reveal.reveals` does: by the bytes of its columns. */
function byPrimaryKey(one: RevealKey, other: RevealKey): number {
  return (
    compare(one.kind, other.kind) || compare(one.subjectId, other.subjectId) || compare(one.infoType, other.infoType)
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Returns the price of a plan; each distinct subject counts once. */
export function totalMillicredits(planned: readonly PlannedSubject[]): number {
  return planned.reduce((total, subject) => total + subjectMillicredits(subject), 0);
}

/** Returns what the account has revealed of the subjects once the plan is committed. */
export function revealedAfter(committed: readonly PlannedSubject[]): RevealKey[] {
  return committed.flatMap(({ kind, subjectId, infoTypes }) =>
    infoTypes.filter(({ status }) => status !== 'unavailable').map(({ infoType }) => ({ kind, subjectId, infoType })),
  );
}

export function subjectMillicredits(subject: PlannedSubject): number {
  return subject.infoTypes.reduce((total, { millicredits }) => total + millicredits, 0);
}

export function subjectKey(kind: Subject, subjectId: string): string {
  return `${kind}/${subjectId}`;
}

/**
 * Returns the plan as its attempt committed it. An info type that was planned as new and that the
 * attempt did not reveal was revealed by another request in the meantime, so it is free.
 * @param revealed what the attempt revealed: a part of the plan
 */
export function reconcilePlan(
  planned: readonly PlannedSubject[],
  revealed: readonly RevealKey[],
): readonly PlannedSubject[] {
  const plannedCount = planned.reduce(
    (count, { infoTypes }) => count + infoTypes.filter(({ status }) => status === 'new').length,
    0,
  );
  if (revealed.length === plannedCount) return planned;
  const byAttempt = revealedSet(revealed);
  return planned.map((subject) => ({
    ...subject,
    infoTypes: subject.infoTypes.map((each) =>
      each.status === 'new' && !byAttempt.has(subject.kind, subject.subjectId, each.infoType)
        ? { infoType: each.infoType, status: 'revealed', millicredits: 0 }
        : each,
    ),
  }));
}

/** The outcome of one entry without what the account sees of the subject. */
export type PaidOutcome = Omit<reveal.SubjectOutcome, 'contact' | 'contactChannels' | 'organization'>;

const NOT_FOUND: PaidOutcome = {
  found: false,
  costMillicredits: 0,
  newInfoTypes: [],
  alreadyRevealedInfoTypes: [],
  unavailableInfoTypes: [],
};

/**
 * Returns one outcome for each entry, in request order. All entries of a subject have the same
 * outcome. A subject that the plan does not contain is not found: a retry may match an identifier
 * to another record than the first call did, and the outcome of the first call is final.
 */
export function subjectOutcomes(wanted: readonly WantedSubject[], planned: readonly PlannedSubject[]): PaidOutcome[] {
  const outcomes = new Map(planned.map((each) => [subjectKey(each.kind, each.subjectId), subjectOutcome(each)]));
  return wanted.map(({ kind, subjectId }) => outcomes.get(subjectKey(kind, subjectId)) ?? NOT_FOUND);
}

function subjectOutcome(subject: PlannedSubject): PaidOutcome {
  const withStatus = (status: InfoTypeStatus): string[] =>
    subject.infoTypes.filter((each) => each.status === status).map((each) => each.infoType);
  return {
    found: subject.found,
    costMillicredits: subjectMillicredits(subject),
    newInfoTypes: withStatus('new'),
    alreadyRevealedInfoTypes: withStatus('revealed'),
    unavailableInfoTypes: withStatus('unavailable'),
  };
}
