import { serviceUnavailable } from '@prospecting/platform/errors';
import type { BucketName } from '../buckets/index.js';
import { isObject, type Json } from '../http/json-text.js';
import { parseCap, type Cap } from './millicredits.js';
import type { Operation } from './operation.js';

/**
 * What a request wants, told once, from its operation and its body as it was parsed, valid or not: a wrong
 * value still counts as the try that it is. Everything later goes by this.
 */
export type Intent =
  | { readonly kind: 'free' }
  /** `keyed`: it takes an Idempotency-Key, and counts, as if it spent. */
  | { readonly kind: 'quote'; readonly keyed: boolean }
  /** `cap`: `maxCredits` as it was sent; a body without a usable one is refused by its validation. */
  | { readonly kind: 'spend'; readonly cap: Cap | undefined };

/**
 * @param operation `undefined`: none has the path and method of the request
 * @param body `undefined`: it could not be parsed
 */
export function intentOf(operation: Pick<Operation, 'reveals'> | undefined, body: Json | undefined): Intent {
  const reveals = operation?.reveals ?? 'never';
  const fields = isObject(body) ? body : {};
  const asksToReveal = reveals === 'always' || (reveals === 'when_revealing' && isSet(fields['reveal'] ?? []));
  if (!asksToReveal) return { kind: 'free' };
  if (fields['dryRun'] === true) return { kind: 'quote', keyed: reveals === 'always' };
  return { kind: 'spend', cap: parseCap(fields['maxCredits']) };
}

function isSet(reveal: Json): boolean {
  return !(Array.isArray(reveal) && reveal.length === 0);
}

/** Whether a request is done once for its Idempotency-Key, and counts in the bucket `spend`. */
export function isKeyed(intent: Intent): boolean {
  return intent.kind === 'spend' || (intent.kind === 'quote' && intent.keyed);
}

/** The buckets that a request counts in: once in each, however many items it has. `undefined`: no operation has its path and method. */
export function bucketsOf(operation: Pick<Operation, 'searches'> | undefined, intent: Intent): ReadonlySet<BucketName> {
  if (operation === undefined) return OVERALL;
  if (operation.searches) return isKeyed(intent) ? OVERALL_SEARCH_SPEND : OVERALL_SEARCH;
  return isKeyed(intent) ? OVERALL_SPEND : OVERALL;
}

const OVERALL: ReadonlySet<BucketName> = new Set(['overall']);
const OVERALL_SEARCH: ReadonlySet<BucketName> = new Set(['overall', 'search']);
const OVERALL_SPEND: ReadonlySet<BucketName> = new Set(['overall', 'spend']);
const OVERALL_SEARCH_SPEND: ReadonlySet<BucketName> = new Set(['overall', 'search', 'spend']);

/** How a request that nothing is wrong with deals with money. */
export type Terms =
  /** It asks to reveal nothing. */
  | { readonly kind: 'free' }
  /** It asks what revealing would cost. */
  | { readonly kind: 'quote' }
  | { readonly kind: 'spend'; readonly spend: Spend };

/** One try of a spend: under which name and up to what, and how far it has come, so that its failure can be told truly. */
export class Spend {
  #stage: 'not asked' | 'asked' | 'given up' = 'not asked';
  #chargedMillicredits = 0;

  constructor(
    /** Names the request for good: the same on every gateway, for every try. SHA-256, in hex. */
    readonly operationId: string,
    readonly cap: Cap,
  ) {}

  /**
   * To be called before reveal-service is asked: from here on the outcome is open until it is told. Throws
   * service_unavailable when the caller has been answered, as it was told that nothing was charged.
   */
  ask(): void {
    if (this.#stage === 'given up')
      throw serviceUnavailable('a spend came to its charge after its caller was answered');
    this.#stage = 'asked';
  }

  /** What reveal-service told: the operation was charged this much, by this try or an earlier one. */
  told(chargedMillicredits: number): void {
    this.#chargedMillicredits = chargedMillicredits;
  }

  /** Ends the try. True: reveal-service was not asked by it, and will not be. */
  giveUp(): boolean {
    if (this.#stage === 'not asked') this.#stage = 'given up';
    return this.#stage === 'given up';
  }

  /** 0 while nothing is known. */
  get chargedMillicredits(): number {
    return this.#chargedMillicredits;
  }
}
