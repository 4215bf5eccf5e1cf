import type { reveal } from '@prospecting/protos';
import type { Item } from '../items/index.js';
import { freeBatch, respondBatch } from './batch.js';
import type { OperationResponse, RouteOptions } from './operation.js';
import type { Sparse } from './sparse.js';
import { quoteOrReveal, type SpendRequest } from './spend.js';

/**
 * How an operation finds what its items name, and shows it. Every function runs once per batch, and
 * its sparse results have the indexes of the items.
 */
export interface RevealingBatch<Query, Found, View, Context = never> {
  readonly items: readonly Item<Query>[];
  /** Info types that the request asks to reveal. Empty: the request is free. */
  readonly infoTypes: readonly string[];
  find(queries: Sparse<Query>): Promise<Sparse<Found>>;
  /** Returns what can be revealed of a found item; `undefined` when nothing can be. */
  subject(found: Found): Subject | undefined;
  /** Returns what the account sees without revealing. */
  view(found: Sparse<Found>): Promise<Sparse<View>>;
  /** Returns what the account sees of a subject after a quote or a reveal. */
  viewOf(outcome: reveal.SubjectOutcome): View | undefined;
  /** Optional. Returns what a result shows beside its subject. */
  context?(found: Sparse<Found>): Promise<Sparse<Context>>;
  present(item: Item<Query>, parts: ResultParts<Found, View, Context>): object;
}

/** A subject without info types, which are those of the request. */
export type Subject = Omit<reveal.SpendSubject, 'infoTypes'>;

/** The parts of the result of one item. */
export interface ResultParts<Found, View, Context = never> {
  readonly found: Found | undefined;
  /** Present when a subject was found that is still on record. */
  readonly view: View | undefined;
  readonly context: Context | undefined;
  /** The quote or charge of the subject. Present when the request asks to reveal. */
  readonly outcome: reveal.SubjectOutcome | undefined;
}

/** Answers a batch of an operation that can reveal. Throws DomainError. */
export async function answerBatch<Query, Found, View, Context = never>(
  { reads, spender }: Pick<RouteOptions, 'reads' | 'spender'>,
  request: SpendRequest,
  batch: RevealingBatch<Query, Found, View, Context>,
): Promise<OperationResponse> {
  const { key, body, call, terms } = request;
  const { items, infoTypes } = batch;
  const find = (): Promise<Sparse<Found>> => batch.find(items.map((item) => item.query));
  const contextsOf = async (found: Sparse<Found>): Promise<Sparse<Context>> => (await batch.context?.(found)) ?? [];
  const present = (
    found: Sparse<Found>,
    contexts: Sparse<Context>,
    views: Sparse<View>,
    outcomes: Sparse<reveal.SubjectOutcome> = [],
  ): object[] =>
    items.map((item, index) =>
      batch.present(item, {
        found: found[index],
        context: contexts[index],
        view: views[index],
        outcome: outcomes[index],
      }),
    );

  if (terms.kind === 'free') {
    const lookUp = async (): Promise<object[]> => {
      const found = await find();
      const [contexts, views] = await Promise.all([contextsOf(found), batch.view(found)]);
      return present(found, contexts, views);
    };
    const [results, balance] = await Promise.all([lookUp(), reads.getBalance(key.account.id, call)]);
    return freeBatch(results, balance, body.dryRun);
  }
  // Reads come before the spend: when one fails, nothing is charged.
  const found = await find();
  const contexts = await contextsOf(found);
  const subjects = found.map((each) => each && withInfoTypes(batch.subject(each), infoTypes));
  const { outcomes, amounts } = await quoteOrReveal(spender, request, subjects);
  const views = outcomes.map((outcome) => outcome && batch.viewOf(outcome));
  return respondBatch(present(found, contexts, views, outcomes), amounts, body.dryRun);
}

function withInfoTypes(subject: Subject | undefined, infoTypes: readonly string[]): reveal.SpendSubject | undefined {
  return subject && { ...subject, infoTypes: [...infoTypes] };
}
