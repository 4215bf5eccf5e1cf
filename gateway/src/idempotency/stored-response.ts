import type { KeyedRequest } from './keyed-request.js';
import type { Seal } from './sealed-body.js';

/** A successful response, as it is replayed. */
export interface StoredResponse {
  readonly status: number;
  /** JSON text in UTF-8, replayed byte for byte. */
  readonly body: Buffer;
  /** What Service-Credits-Remaining said; null: the header was absent. */
  readonly creditsRemainingMillicredits: number | null;
}

/** What the body of a request's response is sealed under and bound to. */
export function sealOf(request: KeyedRequest): Seal {
  return {
    idempotencyKey: request.idempotencyKey,
    boundTo: Buffer.concat([Buffer.from(request.keyId), request.fingerprint]),
  };
}
