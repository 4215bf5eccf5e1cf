import type { InfoTypeStatus, PlannedSubject } from './plan.js';
import type { InfoType, Subject } from '../subjects.js';

/**
 * The column `planned` of `reveal.operations`: JSON that other releases read and write for 24
 * hours, and that the audit reads in SQL. So its field names are a contract: change them only in
 * three releases (read both, write the new one, drop the old one). `standing` is the older name of
 * `status`.
 */
export type StoredPlan = readonly StoredSubject[];

interface StoredSubject {
  readonly kind: Subject;
  readonly subjectId: string;
  readonly found: boolean;
  readonly infoTypes: readonly {
    readonly infoType: InfoType;
    readonly standing: InfoTypeStatus;
    readonly millicredits: number;
  }[];
}

/**
 * Leaves out what was not found: a subject that a plan does not contain is not found either
 * (`subjectOutcomes`), and the id may be that of a person who was erased.
 */
export function toStoredPlan(planned: readonly PlannedSubject[]): StoredPlan {
  return planned
    .filter((subject) => subject.found)
    .map(({ kind, subjectId, found, infoTypes }) => ({
      kind,
      subjectId,
      found,
      infoTypes: infoTypes.map(({ infoType, status, millicredits }) => ({ infoType, standing: status, millicredits })),
    }));
}

export function fromStoredPlan(stored: StoredPlan): PlannedSubject[] {
  return stored.map(({ kind, subjectId, found, infoTypes }) => ({
    kind,
    subjectId,
    found,
    infoTypes: infoTypes.map(({ infoType, standing, millicredits }) => ({ infoType, status: standing, millicredits })),
  }));
}
