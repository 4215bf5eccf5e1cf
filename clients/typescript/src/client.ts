import { createChunkedRuns, type ChunkedRuns } from './chunks.js';
import { readConfiguration, type ClientOptions } from './config.js';
import { ContactList, type ListContactsRequest } from './contact-list.js';
import type {
  CreditBalance,
  MatchOrganizationContactsResponse,
  MatchOrganizationsResponse,
  MatchOrganizationSwitchboardsResponse,
  MatchPeopleResponse,
  RevealContactsResponse,
} from './generated/api.js';
import { OPERATIONS } from './operations.js';
import { createQuotes, type Quotes } from './quote.js';
import type { RateLimits } from './rate-limits.js';
import type {
  MatchOrganizationContactsRequest,
  MatchOrganizationsRequest,
  MatchOrganizationSwitchboardsRequest,
  MatchPeopleRequest,
  RevealContactsRequest,
} from './requests.js';
import { Transport, type CallOptions } from './transport.js';

/** What the answers so far have said. */
export interface ClientState {
  /** The balance of the account. Absent before the first answer that tells it. */
  readonly creditsRemaining?: number;
  readonly rateLimits: RateLimits;
}

/** A client of the API for one API key. Its calls share what they learn of rate limits. */
export class Prospecting {
  /** Prices of requests, each with `accept()` to carry it out. */
  readonly quote: Quotes;
  /** The same requests with any number of items, one budget and resumable progress. */
  readonly inChunks: ChunkedRuns;
  readonly #transport: Transport;

  /** Throws ConfigurationError in a browser, and when an option is missing or invalid. */
  constructor(options: ClientOptions = {}) {
    this.#transport = new Transport(readConfiguration(options));
    this.quote = createQuotes(this.#transport);
    this.inChunks = createChunkedRuns(this.#transport);
  }

  /** The balance and the rate limits as the last answers told them. */
  get state(): ClientState {
    const { creditsRemaining, rates } = this.#transport;
    return { ...(creditsRemaining !== undefined && { creditsRemaining }), rateLimits: rates.snapshot() };
  }

  /** Reads the credit balance. Free. */
  async getCredits(options?: CallOptions): Promise<CreditBalance> {
    return this.#transport.send(OPERATIONS.getCredits, undefined, options);
  }

  /** Finds organizations; reveals their details for credits. Free without `reveal`. */
  async matchOrganizations(
    request: MatchOrganizationsRequest,
    options?: CallOptions,
  ): Promise<MatchOrganizationsResponse> {
    return this.#transport.send(OPERATIONS.matchOrganizations, request, options);
  }

  /** Lists one page of the contacts of each organization. Free. See also `listContacts`. */
  async matchOrganizationContacts(
    request: MatchOrganizationContactsRequest,
    options?: CallOptions,
  ): Promise<MatchOrganizationContactsResponse> {
    return this.#transport.send(OPERATIONS.matchOrganizationContacts, request, options);
  }

  /** Finds the switchboards of organizations; reveals them for credits. Free without `reveal`. */
  async matchOrganizationSwitchboards(
    request: MatchOrganizationSwitchboardsRequest,
    options?: CallOptions,
  ): Promise<MatchOrganizationSwitchboardsResponse> {
    return this.#transport.send(OPERATIONS.matchOrganizationSwitchboards, request, options);
  }

  /** Finds people; reveals how to reach them for credits. Free without `reveal`. */
  async matchPeople(request: MatchPeopleRequest, options?: CallOptions): Promise<MatchPeopleResponse> {
    return this.#transport.send(OPERATIONS.matchPeople, request, options);
  }

  /** Reveals contacts for credits, for the whole account and for one year. */
  async revealContacts(request: RevealContactsRequest, options?: CallOptions): Promise<RevealContactsResponse> {
    return this.#transport.send(OPERATIONS.revealContacts, request, options);
  }

  /** Lists every contact of one organization, page after page. Free. */
  listContacts(request: ListContactsRequest, options: Omit<CallOptions, 'idempotencyKey'> = {}): ContactList {
    return new ContactList(this.#transport, request, options);
  }
}
