import type { MaskedInfoTypeOf, Subject } from '../subjects.js';
import type { RecordedDetails } from './organization-details.js';

/** A switchboard on record, unmasked; null without a value. */
export type SwitchboardRecord = { readonly [Channel in MaskedInfoTypeOf<'switchboard'>]: string | null };

/** A contact on record, unmasked: what everyone may see of it, and what is sold. */
export interface ContactRecord extends Readonly<Record<MaskedInfoTypeOf<'contact'>, string | null>> {
  readonly id: string;
  readonly name: string;
  readonly jobTitle: string | null;
  readonly isExecutive: boolean;
  readonly isDecisionMaker: boolean;
  readonly linkedInSlug: string | null;
  readonly organizationId: string;
  readonly organizationName: string;
}

/** The records of subjects by id, unmasked. A subject that is not on record is absent. */
export interface Records extends Readonly<Record<Subject, ReadonlyMap<string, object>>> {
  readonly contact: ReadonlyMap<string, ContactRecord>;
  readonly switchboard: ReadonlyMap<string, SwitchboardRecord>;
  readonly organization: ReadonlyMap<string, RecordedDetails>;
}
