import type { reveal } from '@prospecting/protos';
import type { Item } from '../items/index.js';
import { freeBatch, respondBatch } from './batch.js';
import type { OperationResponse, RouteOptions } from './operation.js';
import { settle, type SpendRequest } from './spend.js';

type Places<Value> = readonly (Value | undefined)[];

/** How one operation finds what its items name, and shows it: once for the whole batch, answers in the places of the items. */
export interface RevealingBatch<Query, Found, View, Beside = never> {
  readonly items: readonly Item<Query>[];
  /** Info types that the request asks to reveal; none: it is free. */
  readonly infoTypes: readonly string[];
  find(queries: Places<Query>): Promise<Places<Found>>;
  /** What could be unmasked of it; `undefined`: nothing of it can be. */
  subject(found: Found): Subject | undefined;
  /** What the account sees of it as it is. */
  view(found: Places<Found>): Promise<Places<View>>;
  /** What the account sees of a subject that was settled. */
  viewOf(outcome: reveal.SubjectOutcome): View | undefined;
  /** What is shown with it that is no part of the subject. */
  beside?(found: Places<Found>): Promise<Places<Beside>>;
  present(item: Item<Query>, looked: Looked<Found, View, Beside>): object;
}

/** Of whom or what; the info types are those of the request. */
export type Subject = Omit<reveal.SpendSubject, 'infoTypes'>;

/** What there is to show of one item. */
export interface Looked<Found, View, Beside = never> {
  readonly found: Found | undefined;
  /** There wherever something with a subject was found that is on record still. */
  readonly view: View | undefined;
  readonly beside: Beside | undefined;
  /** What revealing it costs, or has cost; there with a subject when the request asks to reveal. */
  readonly outcome: reveal.SubjectOutcome | undefined;
}

/** Answers a batch of an operation that can reveal. Throws DomainError. */
export async function answerBatch<Query, Found, View, Beside = never>(
  { reads, spender }: Pick<RouteOptions, 'reads' | 'spender'>,
  request: SpendRequest,
  batch: RevealingBatch<Query, Found, View, Beside>,
): Promise<OperationResponse> {
  const { key, body, call, terms } = request;
  const { items, infoTypes } = batch;
  const find = (): Promise<Places<Found>> => batch.find(items.map((item) => item.query));
  const beside = async (found: Places<Found>): Promise<Places<Beside>> => (await batch.beside?.(found)) ?? [];
  const present = (
    found: Places<Found>,
    besides: Places<Beside>,
    views: Places<View>,
    outcomes: Places<reveal.SubjectOutcome> = [],
  ): object[] =>
    items.map((item, index) =>
      batch.present(item, {
        found: found[index],
        beside: besides[index],
        view: views[index],
        outcome: outcomes[index],
      }),
    );

  if (terms.kind === 'free') {
    const look = async (): Promise<object[]> => {
      const found = await find();
      const [besides, views] = await Promise.all([beside(found), batch.view(found)]);
      return present(found, besides, views);
    };
    const [results, balance] = await Promise.all([look(), reads.getBalance(key.account.id, call)]);
    return freeBatch(results, balance, body.dryRun);
  }
  // Before any money moves: where nothing can be found or shown, nothing is charged.
  const found = await find();
  const besides = await beside(found);
  const subjects = found.map((each) => each && withInfoTypes(batch.subject(each), infoTypes));
  const { outcomes, amounts } = await settle(spender, request, subjects);
  const views = outcomes.map((outcome) => outcome && batch.viewOf(outcome));
  return respondBatch(present(found, besides, views, outcomes), amounts, body.dryRun);
}

function withInfoTypes(subject: Subject | undefined, infoTypes: readonly string[]): reveal.SpendSubject | undefined {
  return subject && { ...subject, infoTypes: [...infoTypes] };
}
