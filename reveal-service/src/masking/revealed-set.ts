import { SUBJECTS, type InfoType, type RevealKey, type Subject } from '../subjects.js';

/** What an account has revealed. */
export interface RevealedSet {
  has(kind: Subject, subjectId: string, infoType: InfoType): boolean;
}

/**
 * Builds a set that is looked up by the ids as they are: joining kind and id to one key first costs
 * more than the rest of a plan.
 */
export function revealedSet(reveals: Iterable<RevealKey>): RevealedSet {
  const byKind = Object.fromEntries(SUBJECTS.map((subject) => [subject, new Map()])) as Record<
    Subject,
    Map<string, Set<InfoType>>
  >;
  for (const { kind, subjectId, infoType } of reveals) {
    const infoTypes = byKind[kind].get(subjectId);
    if (infoTypes === undefined) byKind[kind].set(subjectId, new Set([infoType]));
    else infoTypes.add(infoType);
  }
  return { has: (kind, subjectId, infoType) => byKind[kind].get(subjectId)?.has(infoType) === true };
}

/** Returns the union of two sets. */
export function unionOf(one: RevealedSet, other: RevealedSet): RevealedSet {
  return { has: (...key) => one.has(...key) || other.has(...key) };
}
