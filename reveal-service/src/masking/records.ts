import type { ContactRecord } from './contact-record.js';
import type { RecordedDetails } from './organization-details.js';
import type { Reachable } from './reachable-view.js';

/** What is on record of subjects, in clear, by id. A subject that is not there is absent. */
export interface Records {
  readonly contact: ReadonlyMap<string, ContactRecord>;
  readonly switchboard: ReadonlyMap<string, Reachable>;
  readonly organization: ReadonlyMap<string, RecordedDetails>;
}
