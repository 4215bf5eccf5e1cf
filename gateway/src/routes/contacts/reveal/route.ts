import type { Call } from '@prospecting/platform/grpc';
import type { search } from '@prospecting/protos';
import { parseContactQuery, parseItems, type ContactQuery } from '../../../items/index.js';
import type { Reads } from '../../../upstream/index.js';
import { defineOperation, type Operation, type RouteOptions } from '../../operation.js';
import { inPlaces } from '../../places.js';
import { answerBatch } from '../../revealing-batch.js';
import { contactSubject, viewContacts } from '../view-contacts.js';
import { presentResult } from './present.js';

/** POST /contacts/reveal */
export function revealContacts(options: Pick<RouteOptions, 'reads' | 'spender'>): Operation {
  const { reads } = options;
  return defineOperation({
    operationId: 'reveal_contacts',
    searches: false,
    spends: 'always',
    showsBalance: true,
    answer(request) {
      const { key, body, call } = request;
      return answerBatch(options, request, {
        items: parseItems(body.items, parseContactQuery),
        infoTypes: body.infoTypes,
        find: (queries) => findContacts(reads, queries, call),
        subject: contactSubject,
        view: (contacts) => viewContacts({ reads, accountId: key.account.id, call }, contacts),
        present: (item, looked) => presentResult(item, looked, body.dryRun),
      });
    },
  });
}

/** A contact asked for several times is looked up as often: it is one row of the same statement. */
async function findContacts(
  reads: Pick<Reads, 'getContacts'>,
  queries: readonly (ContactQuery | undefined)[],
  call: Call,
): Promise<(search.Contact | undefined)[]> {
  const found = await inPlaces(queries, (asked) =>
    reads.getContacts(
      asked.map(({ contactId }) => contactId),
      call,
    ),
  );
  return found.map((each) => each?.contact ?? undefined);
}
