import type { InfoType, Subject } from '../pricing/prices.js';

/** Names something that can be unmasked, within an account. */
export interface RevealName {
  readonly kind: Subject;
  readonly subjectId: string;
  readonly infoType: InfoType;
}

/** What an account sees in clear. */
export interface InClear {
  has(kind: Subject, subjectId: string, infoType: InfoType): boolean;
}

/** Every lookup is by the ids as they came: joining them to one key first costs more than the rest of a plan. */
export function inClear(reveals: Iterable<RevealName>): InClear {
  const byKind: Record<Subject, Map<string, Set<InfoType>>> = {
    contact: new Map(),
    switchboard: new Map(),
    organization: new Map(),
  };
  for (const { kind, subjectId, infoType } of reveals) {
    const infoTypes = byKind[kind].get(subjectId);
    if (infoTypes === undefined) byKind[kind].set(subjectId, new Set([infoType]));
    else infoTypes.add(infoType);
  }
  return { has: (kind, subjectId, infoType) => byKind[kind].get(subjectId)?.has(infoType) === true };
}

/** What either of the two has. */
export function eitherInClear(one: InClear, other: InClear): InClear {
  return { has: (...name) => one.has(...name) || other.has(...name) };
}
