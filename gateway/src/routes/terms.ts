import { serviceUnavailable } from '@prospecting/platform/errors';
import { BUCKET_NAMES, type BucketName } from '@prospecting/openapi';
import { isObject, type Json } from '@prospecting/platform/json';
import { parseCap, type Cap } from '@prospecting/platform/amounts';

/** When a call of an operation reveals: `when_revealing` means that its field `reveal` is set. */
export type Reveals = 'never' | 'when_revealing' | 'always';

/**
 * What a request asks for, derived once from its operation and its parsed body, valid or not: a
 * request with a wrong value still counts as what it asked for.
 */
export type Intent =
  | { readonly kind: 'free' }
  /** `keyed`: it needs an Idempotency-Key and counts in the bucket `spend`, as a spend does. */
  | { readonly kind: 'quote'; readonly keyed: boolean }
  /** `cap`: `maxCredits` as sent. Validation rejects a body without a usable one. */
  | { readonly kind: 'spend'; readonly cap: Cap | undefined };

/**
 * @param operation `undefined` when no operation has the path and method of the request
 * @param body `undefined` when it could not be parsed
 */
export function intentOf(operation: { readonly reveals: Reveals } | undefined, body: Json | undefined): Intent {
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

/** Returns true for a request that needs an Idempotency-Key and counts in the bucket `spend`. */
export function isKeyed(intent: Intent): boolean {
  return intent.kind === 'spend' || (intent.kind === 'quote' && intent.keyed);
}

/** The operation of a request; `undefined` when no operation has its path and method. */
type CountedOperation = { readonly searches: boolean } | undefined;

/** The rule of each bucket. A request counts at most once in each, however many items it has. */
const COUNTS_IN: Readonly<Record<BucketName, (operation: CountedOperation, intent: Intent) => boolean>> = {
  overall: () => true,
  search: (operation) => operation?.searches === true,
  spend: (operation, intent) => operation !== undefined && isKeyed(intent),
};

/** Returns the buckets in which a request counts. */
export function bucketsOf(operation: CountedOperation, intent: Intent): ReadonlySet<BucketName> {
  return new Set(BUCKET_NAMES.filter((name) => COUNTS_IN[name](operation, intent)));
}

/** What a valid request does with credits. */
export type Terms =
  /** It does not ask to reveal anything. */
  | { readonly kind: 'free' }
  /** It asks for a price. */
  | { readonly kind: 'quote' }
  | { readonly kind: 'spend'; readonly spend: Spend };

/**
 * One attempt of a spend. It records how far the attempt came, so that the answer to a failure says
 * the truth about credits.
 */
export class Spend {
  #stage: 'not sent' | 'sent' | 'abandoned' = 'not sent';
  #chargedMillicredits = 0;

  constructor(
    /** Identifies the spend on every gateway and in every attempt. SHA-256, in hex. */
    readonly operationId: string,
    readonly cap: Cap,
  ) {}

  /**
   * Marks the spend as sent to reveal-service. From now on its outcome is unknown until
   * `recordCharge`. Throws service_unavailable after `abandon`: the caller has an answer, which
   * says that nothing was charged.
   */
  markSent(): void {
    if (this.#stage === 'abandoned') {
      throw serviceUnavailable('a spend was ready to be sent after its caller had been answered');
    }
    this.#stage = 'sent';
  }

  /** Records the charge of the operation, made by this attempt or an earlier one. */
  recordCharge(chargedMillicredits: number): void {
    this.#chargedMillicredits = chargedMillicredits;
  }

  /**
   * Ends the attempt. Returns true when it has not been sent to reveal-service and never will be.
   */
  abandon(): boolean {
    if (this.#stage === 'not sent') this.#stage = 'abandoned';
    return this.#stage === 'abandoned';
  }

  /** 0 while the charge is unknown. */
  get chargedMillicredits(): number {
    return this.#chargedMillicredits;
  }
}
