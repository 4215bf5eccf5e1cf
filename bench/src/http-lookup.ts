import type { DrawnItem } from './bodies.js';
import { checkResponse, expectedResult, type Owners } from './expectation.js';
import { httpBatches, type Batch, type HttpBatches, type HttpBatchesOptions } from './http-batches.js';
import type { Workload } from './workload.js';

export type HttpLookupOptions = Omit<HttpBatchesOptions, 'path' | 'batches'> & Workload;

/** Sends organizations/match over HTTP, one connection per client. */
export function httpLookup({ bodies, owners, ...options }: HttpLookupOptions): HttpBatches {
  const batches = bodies.map((items) => organizationBatch(items, owners));
  return httpBatches({ ...options, path: '/organizations/match', batches });
}

/** Returns the request that matches these items. */
export function organizationBatch(items: readonly DrawnItem[], owners: Owners): Batch {
  const expected = items.map(({ identifiers }) => expectedResult(identifiers, owners));
  return {
    body: { items: items.map(({ query }) => query) },
    check: (answer) => checkResponse(answer, expected),
  };
}
