import { NotMatchedError } from './errors.js';
import type { Contact, ContactsItem, ContactsMatched, MatchOrganizationContactsResponse } from './generated/api.js';
import { OPERATIONS } from './operations.js';
import type { MatchOrganizationContactsRequest } from './requests.js';
import type { CallOptions, Transport } from './transport.js';

/** The identifiers of an organization, or the cursor of a page to go on from. */
export interface ListContactsRequest extends Omit<ContactsItem, 'ref'> {
  /** Contacts per page, 1 to 50. Default: 50. */
  readonly limit?: number;
}

const LARGEST_PAGE = 50;

/** The contacts of an organization, fetched page after page while they are iterated. */
export class ContactList implements AsyncIterable<Contact> {
  readonly #transport: Transport;
  readonly #request: ListContactsRequest;
  readonly #options: Omit<CallOptions, 'idempotencyKey'>;

  /** @internal */
  constructor(transport: Transport, request: ListContactsRequest, options: Omit<CallOptions, 'idempotencyKey'>) {
    this.#transport = transport;
    this.#request = { ...request };
    this.#options = options;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Contact, void, undefined> {
    for await (const { contacts } of this.pages()) yield* contacts;
  }

  /**
   * Iterates over the pages. Each has the organization, `totalCount` and `nextCursor`, with which a
   * later list can go on. Throws NotMatchedError when the organization is not found or invalid.
   */
  async *pages(): AsyncGenerator<ContactsMatched, void, undefined> {
    const { limit = LARGEST_PAGE, ...organization } = this.#request;
    let item: ContactsItem | undefined = organization;
    while (item !== undefined) {
      const result: Result | undefined = await this.#match({ items: [item], limit });
      if (result?.status !== 'matched') throw notMatched(result);
      yield result;
      item = result.nextCursor === null ? undefined : { cursor: result.nextCursor };
    }
  }

  async #match(body: MatchOrganizationContactsRequest): Promise<Result | undefined> {
    const operation = OPERATIONS.matchOrganizationContacts;
    const answer = await this.#transport.send<MatchOrganizationContactsResponse>(operation, body, this.#options);
    return answer.results[0];
  }
}

type Result = MatchOrganizationContactsResponse['results'][number];

function notMatched(result: Exclude<Result, ContactsMatched> | undefined): NotMatchedError {
  if (result === undefined) return new NotMatchedError('not_found', undefined);
  return new NotMatchedError(result.status, result.status === 'invalid' ? result.error : result.reason);
}
