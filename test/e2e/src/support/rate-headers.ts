import { BUCKET_NAMES, type BucketName } from '@prospecting/openapi';
import { expect } from 'chai';
import { parseList } from 'structured-headers';
import type { Answer } from './client.js';

export type { BucketName };

/** The state of each bucket according to the rate headers of a response. */
export type RateState = Readonly<
  Record<BucketName, { quota: number; window: number; remaining: number; reset: number }>
>;

/**
 * Parses both headers as structured fields. Asserts that both name every bucket, in the contract's
 * order.
 */
export function rateState({ headers }: Answer): RateState {
  const policy = parametersOf(headers['ratelimit-policy']);
  const limits = parametersOf(headers['ratelimit']);
  expect([...policy.keys()]).to.deep.equal([...BUCKET_NAMES]);
  expect([...limits.keys()]).to.deep.equal([...BUCKET_NAMES]);
  const entries = BUCKET_NAMES.map((bucket) => [
    bucket,
    {
      quota: policy.get(bucket)?.get('q'),
      window: policy.get(bucket)?.get('w'),
      remaining: limits.get(bucket)?.get('r'),
      reset: limits.get(bucket)?.get('t'),
    },
  ]);
  return Object.fromEntries(entries) as RateState;
}

/** Returns how many requests one response reports as used from a full quota, for each bucket. */
export function counted(answer: Answer): Record<BucketName, number> {
  const state = rateState(answer);
  return {
    overall: state.overall.quota - state.overall.remaining,
    search: state.search.quota - state.search.remaining,
    spend: state.spend.quota - state.spend.remaining,
  };
}

function parametersOf(header: string | string[] | undefined): Map<unknown, Map<string, unknown>> {
  expect(header, 'a rate header').to.be.a('string');
  return new Map(parseList(header as string).map(([name, parameters]) => [name, parameters]));
}
