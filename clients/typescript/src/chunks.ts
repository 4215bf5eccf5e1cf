import { copyOf } from './copy.js';
import { addCredits, toMillicredits } from './credits.js';
import { ApiError, BudgetExceededError, ConfigurationError, CreditCapExceededError } from './errors.js';
import type {
  MatchOrganizationContactsResponse,
  MatchOrganizationsResponse,
  MatchOrganizationSwitchboardsResponse,
  MatchPeopleResponse,
  RevealContactsResponse,
} from './generated/api.js';
import { digestOf, newIdempotencyKey } from './idempotency-key.js';
import { OPERATIONS, type Body, type Operation } from './operations.js';
import { MemoryProgress, type ChunkUnderWay, type Progress, type ProgressStore } from './progress.js';
import type {
  MatchOrganizationContactsRequest,
  MatchOrganizationsRequest,
  MatchOrganizationSwitchboardsRequest,
  MatchPeopleRequest,
  RevealContactsRequest,
} from './requests.js';
import type { CallOptions, Transport } from './transport.js';

export interface ChunkOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** Keeps the progress beyond this process. Default: in memory. */
  readonly progress?: ProgressStore | undefined;
}

/** The answer to one request of a run, and the items that it answers. */
export type Chunk<Response> = Response & {
  /** The index of its first item. */
  readonly from: number;
  /** The index after its last item. */
  readonly to: number;
  /** The Idempotency-Key of the request, when it has one. */
  readonly idempotencyKey: string | undefined;
};

interface Outcome {
  readonly creditsCharged: number;
}

/** The most items of one request. */
export const CHUNK_SIZE = 25;

/**
 * A request with any number of items, sent in chunks while it is iterated, one after the other. A
 * chunk is done once the loop asks for the next one. After an error, or in a new process with the
 * same progress, iterate it again: it goes on with the chunk that was under way, under the same
 * Idempotency-Key, so that the chunk is charged once.
 */
export class ChunkedRun<Response extends Outcome> implements AsyncIterable<Chunk<Response>> {
  readonly #transport: Transport;
  readonly #operation: Operation;
  readonly #request: Body;
  readonly #options: CallOptions;
  readonly #store: ProgressStore;
  #isIterated = false;

  /** @internal */
  constructor(transport: Transport, operation: Operation, request: Body, options: ChunkOptions) {
    const { progress, ...others } = options;
    this.#transport = transport;
    this.#operation = operation;
    this.#request = copyOf(request);
    this.#options = others;
    this.#store = progress ?? new MemoryProgress();
    if (request.maxCredits !== undefined && request.maxCredits !== null) toMillicredits(request.maxCredits);
    else if (request.dryRun !== true && operation.needsKey(request)) {
      throw new ConfigurationError(
        'A run that reveals needs maxCredits, the budget of all its chunks, or dryRun: true.',
      );
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Chunk<Response>, void, undefined> {
    if (this.#isIterated) throw new ConfigurationError('This run is being iterated already.');
    this.#isIterated = true;
    try {
      yield* this.#chunks();
    } finally {
      this.#isIterated = false;
    }
  }

  async *#chunks(): AsyncGenerator<Chunk<Response>, void, undefined> {
    const { items } = this.#request;
    let progress = await this.#load();
    while (progress.next < items.length) {
      if (progress.underWay === undefined) {
        progress = { ...progress, underWay: await this.#plan(progress) };
        await this.#store.save(progress);
      }
      const chunk = await this.#send(progress, progress.underWay as ChunkUnderWay);
      yield chunk;
      const creditsCharged = addCredits(progress.creditsCharged, chunk.creditsCharged);
      progress = { request: progress.request, next: chunk.to, creditsCharged };
    }
    await this.#store.save(progress);
  }

  /** Returns where the run is. Throws ConfigurationError when the store has the progress of another. */
  async #load(): Promise<Progress> {
    const { maxCredits, ...request } = this.#request;
    const digest = await digestOf(JSON.stringify([this.#operation.path, request]));
    const progress = (await this.#store.load()) ?? { request: digest, next: 0, creditsCharged: 0 };
    if (progress.request !== digest) {
      throw new ConfigurationError('The stored progress belongs to a run with other items or another operation.');
    }
    const cap = progress.underWay?.maxCredits ?? 0;
    if (cap > this.#leftOf(maxCredits, progress)) {
      throw new ConfigurationError(
        `The chunk under way may have spent up to ${cap} credits: the budget can be raised, but not lowered, before it is done.`,
      );
    }
    return progress;
  }

  #leftOf(maxCredits: number | null | undefined, { creditsCharged }: Progress): number {
    const left = toMillicredits(maxCredits ?? 0) - Math.round(creditsCharged * 1000);
    return Math.max(0, left) / 1000;
  }

  async #plan(progress: Progress): Promise<ChunkUnderWay> {
    const { items, maxCredits } = this.#request;
    return {
      from: progress.next,
      to: Math.min(progress.next + CHUNK_SIZE, items.length),
      idempotencyKey: await newIdempotencyKey(),
      ...(typeof maxCredits === 'number' && { maxCredits: this.#leftOf(maxCredits, progress) }),
      startedAt: new Date().toISOString(),
    };
  }

  async #send(progress: Progress, { from, to, idempotencyKey, maxCredits }: ChunkUnderWay): Promise<Chunk<Response>> {
    const { items, maxCredits: budget, ...request } = this.#request;
    const body = { ...request, items: items.slice(from, to), ...(maxCredits !== undefined && { maxCredits }) };
    const key = this.#operation.needsKey(body) ? idempotencyKey : undefined;
    try {
      const options = { ...this.#options, idempotencyKey: key };
      return {
        ...(await this.#transport.send<Response>(this.#operation, body, options)),
        from,
        to,
        idempotencyKey: key,
      };
    } catch (error) {
      // These refusals are final for every try: the next run plans the chunk anew.
      if (error instanceof ApiError && (error.status === 402 || error.status === 422)) {
        await this.#store.save({ ...progress, underWay: undefined });
      }
      if (!(error instanceof CreditCapExceededError)) throw error;
      const { creditsCharged } = progress;
      throw new BudgetExceededError(budget ?? 0, creditsCharged, error.creditsRequired, from, { cause: error });
    }
  }
}

type Start<Request, Response extends Outcome> = (request: Request, options?: ChunkOptions) => ChunkedRun<Response>;

export interface ChunkedRuns {
  readonly matchOrganizations: Start<MatchOrganizationsRequest, MatchOrganizationsResponse>;
  readonly matchOrganizationContacts: Start<MatchOrganizationContactsRequest, MatchOrganizationContactsResponse>;
  readonly matchOrganizationSwitchboards: Start<
    MatchOrganizationSwitchboardsRequest,
    MatchOrganizationSwitchboardsResponse
  >;
  readonly matchPeople: Start<MatchPeopleRequest, MatchPeopleResponse>;
  readonly revealContacts: Start<RevealContactsRequest, RevealContactsResponse>;
}

export function createChunkedRuns(transport: Transport): ChunkedRuns {
  const start =
    <Request extends Body, Response extends Outcome>(operation: Operation): Start<Request, Response> =>
    (request, options = {}) =>
      new ChunkedRun(transport, operation, request, options);
  return {
    matchOrganizations: start(OPERATIONS.matchOrganizations),
    matchOrganizationContacts: start(OPERATIONS.matchOrganizationContacts),
    matchOrganizationSwitchboards: start(OPERATIONS.matchOrganizationSwitchboards),
    matchPeople: start(OPERATIONS.matchPeople),
    revealContacts: start(OPERATIONS.revealContacts),
  };
}
