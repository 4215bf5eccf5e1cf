import { copyOf } from './copy.js';
import type {
  MatchOrganizationsResponse,
  MatchOrganizationSwitchboardsResponse,
  MatchPeopleResponse,
  OrganizationItem,
  PersonItem,
  ReachableInfoType,
  RevealContactsResponse,
} from './generated/api.js';
import { newIdempotencyKey } from './idempotency-key.js';
import { OPERATIONS, type Body, type Operation } from './operations.js';
import type { RevealedContacts, Revealing } from './requests.js';
import type { CallOptions, Transport } from './transport.js';

/** Options of `accept`. */
export interface AcceptOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** The most to spend. Default: the quoted price. */
  readonly maxCredits?: number | undefined;
}

/** The members of an answer that a quote reads. */
interface Priced {
  readonly results: readonly unknown[];
  readonly creditsQuoted: number;
  readonly creditsRemaining: number | null;
}

/** The price of a request, which `accept` carries out. */
export class Quote<Response extends Priced> {
  /** The Idempotency-Key of `accept`: however often it is called, the request is charged once. */
  readonly idempotencyKey: string;
  /** The answer of the dry run. */
  readonly answer: Response;
  readonly #send: (maxCredits: number, options: CallOptions) => Promise<Response>;

  /** @internal */
  constructor(
    answer: Response,
    idempotencyKey: string,
    send: (maxCredits: number, options: CallOptions) => Promise<Response>,
  ) {
    this.answer = answer;
    this.idempotencyKey = idempotencyKey;
    this.#send = send;
  }

  /** The exact price of the whole request. */
  get creditsQuoted(): number {
    return this.answer.creditsQuoted;
  }

  /** The balance of the account; `null` when it has no credit subscription. */
  get creditsRemaining(): number | null {
    return this.answer.creditsRemaining;
  }

  /** One result per item, in request order; everything is still masked. */
  get results(): Response['results'] {
    return this.answer.results;
  }

  /** Carries out the request for at most the quoted price, or `maxCredits`. */
  async accept({ maxCredits = this.creditsQuoted, ...options }: AcceptOptions = {}): Promise<Response> {
    return this.#send(maxCredits, { ...options, idempotencyKey: this.idempotencyKey });
  }
}

type Price<Request, Response extends Priced> = (request: Request, options?: CallOptions) => Promise<Quote<Response>>;

export interface Quotes {
  readonly matchOrganizations: Price<Revealing<OrganizationItem, 'details'>, MatchOrganizationsResponse>;
  readonly matchOrganizationSwitchboards: Price<
    Revealing<OrganizationItem, ReachableInfoType>,
    MatchOrganizationSwitchboardsResponse
  >;
  readonly matchPeople: Price<Revealing<PersonItem, ReachableInfoType>, MatchPeopleResponse>;
  readonly revealContacts: Price<RevealedContacts, RevealContactsResponse>;
}

export function createQuotes(transport: Transport): Quotes {
  const price =
    <Request extends Body, Response extends Priced>(operation: Operation): Price<Request, Response> =>
    async (request, options) => {
      // A copy: what the caller changes after the quote does not change what is accepted.
      const quoted = copyOf(request);
      const answer = await transport.send<Response>(operation, { ...quoted, dryRun: true }, options);
      return new Quote<Response>(answer, await newIdempotencyKey(), (maxCredits, acceptOptions) =>
        transport.send(operation, { ...quoted, maxCredits, dryRun: undefined }, acceptOptions),
      );
    };
  return {
    matchOrganizations: price(OPERATIONS.matchOrganizations),
    matchOrganizationSwitchboards: price(OPERATIONS.matchOrganizationSwitchboards),
    matchPeople: price(OPERATIONS.matchPeople),
    revealContacts: price(OPERATIONS.revealContacts),
  };
}
