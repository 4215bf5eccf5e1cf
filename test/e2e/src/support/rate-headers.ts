import { expect } from 'chai';
import { parseList } from 'structured-headers';
import type { Answer } from './client.js';

export const BUCKETS = ['overall', 'search', 'spend'] as const;
export type BucketName = (typeof BUCKETS)[number];

/** What the rate headers of an answer say of each bucket. */
export type RateState = Readonly<
  Record<BucketName, { quota: number; window: number; remaining: number; reset: number }>
>;

/** Reads both headers as the structured fields that they are; both name every bucket, in the order of the contract. */
export function rateState({ headers }: Answer): RateState {
  const policy = parametersOf(headers['ratelimit-policy']);
  const limits = parametersOf(headers['ratelimit']);
  expect([...policy.keys()]).to.deep.equal([...BUCKETS]);
  expect([...limits.keys()]).to.deep.equal([...BUCKETS]);
  const entries = BUCKETS.map((bucket) => [
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

/** How many of each bucket's requests one answer says were taken from a full quota. */
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
