import type { RecordedDetails } from './organization-details.js';

/** An e-mail address and a phone number as they are on record; null or absent where there is none. */
export interface Reachable {
  readonly email: string | null;
  readonly phone: string | null;
}

/** A contact as it is on record, with what everyone may see of it and what is sold. */
export interface ContactRecord extends Reachable {
  readonly id: string;
  readonly name: string;
  readonly jobTitle: string | null;
  readonly isExecutive: boolean;
  readonly isDecisionMaker: boolean;
  readonly linkedInSlug: string | null;
  readonly organizationId: string;
  readonly organizationName: string;
}

/** What is on record of subjects, in clear, by id. A subject that is not there is absent. */
export interface Records {
  readonly contact: ReadonlyMap<string, ContactRecord>;
  readonly switchboard: ReadonlyMap<string, Reachable>;
  readonly organization: ReadonlyMap<string, RecordedDetails>;
}
