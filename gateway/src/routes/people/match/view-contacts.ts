import type { Call } from '@prospecting/platform/grpc';
import type { reveal, search } from '@prospecting/protos';
import type { Reads } from '../../../upstream/index.js';
import { inPlaces } from '../../places.js';
import type { Subject } from '../../revealing-batch.js';

/** Who asks, and by when. */
export interface Asking {
  readonly reads: Reads;
  readonly accountId: string;
  readonly call: Call;
}

/** What the account may see of contacts, in their places. */
export function viewContacts(
  { reads, accountId, call }: Asking,
  contacts: readonly (search.Contact | undefined)[],
): Promise<(reveal.ReachableView | undefined)[]> {
  return inPlaces(contacts, (asked) =>
    reads.viewContacts(
      accountId,
      asked.map(({ id }) => id),
      call,
    ),
  );
}

export function contactSubject({ id }: search.Contact): Subject {
  return { kind: 'SUBJECT_KIND_CONTACT', subjectId: id, shownIdentifiers: [] };
}
