import type { reveal } from '@prospecting/protos';
import type { Item } from '../items/index.js';
import { freeBatch, respondBatch } from './batch.js';
import type { OperationResponse, RouteOptions } from './operation.js';
import { quote, spend, type SpendRequest } from './spend.js';

/** How one operation finds what its items name, and shows it: once for the whole batch, answers in the places of the items. */
export interface RevealingBatch<Query, Found, View> {
  readonly items: readonly Item<Query>[];
  /** Info types that the request asks to reveal; none: it is free. */
  readonly infoTypes: readonly string[];
  find(queries: readonly (Query | undefined)[]): Promise<readonly (Found | undefined)[]>;
  /** What could be unmasked of it; `undefined`: nothing of it can be. */
  subject(found: Found): Subject | undefined;
  /** What the account may see at the time of asking. */
  view(found: readonly (Found | undefined)[]): Promise<readonly (View | undefined)[]>;
  present(item: Item<Query>, looked: Looked<Found, View>): object;
}

/** Of whom or what; the info types are those of the request. */
export type Subject = Omit<reveal.SpendSubject, 'infoTypes'>;

/** What there is to show of one item. */
export interface Looked<Found, View> {
  readonly found: Found | undefined;
  /** There wherever something with a subject was found. */
  readonly view: View | undefined;
  /** What revealing it costs, or has cost; there with a subject when the request asks to reveal. */
  readonly outcome: reveal.SubjectOutcome | undefined;
}

/** Answers a batch of an operation that can reveal. Throws DomainError. */
export async function answerBatch<Query, Found, View>(
  { reads, spender }: Pick<RouteOptions, 'reads' | 'spender'>,
  request: SpendRequest,
  batch: RevealingBatch<Query, Found, View>,
): Promise<OperationResponse> {
  const { key, body, call } = request;
  const { items, infoTypes } = batch;
  const find = (): Promise<readonly (Found | undefined)[]> => batch.find(items.map((item) => item.query));
  const present = (
    found: readonly (Found | undefined)[],
    views: readonly (View | undefined)[],
    outcomes: readonly (reveal.SubjectOutcome | undefined)[] = [],
  ): object[] =>
    items.map((item, index) =>
      batch.present(item, { found: found[index], view: views[index], outcome: outcomes[index] }),
    );

  if (infoTypes.length === 0) {
    const look = async (): Promise<object[]> => {
      const found = await find();
      return present(found, await batch.view(found));
    };
    const [results, balance] = await Promise.all([look(), reads.getBalance(key.account.id, call)]);
    return freeBatch(results, balance, body.dryRun);
  }
  // Before any money moves: where nothing can be found, nothing is charged.
  const found = await find();
  const subjects = found.map((each) => each && withInfoTypes(batch.subject(each), infoTypes));
  const settle = body.dryRun ? quote : spend;
  const { outcomes, views, amounts } = await settle(spender, request, subjects, () => batch.view(found));
  return respondBatch(present(found, views, outcomes), amounts, body.dryRun);
}

function withInfoTypes(subject: Subject | undefined, infoTypes: readonly string[]): reveal.SpendSubject | undefined {
  return subject && { ...subject, infoTypes: [...infoTypes] };
}
