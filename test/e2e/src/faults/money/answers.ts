import type { Result } from '../../support/customer.js';
import type { Revealable } from '../directory/records.js';
import type { FaultAnswer } from './exchange.js';
import { nameOf, type Order } from './orders.js';

/** What a contact or switchboard shows of itself. */
interface Shown {
  readonly id?: string;
  readonly email?: string;
  readonly phone?: string;
}

/** An answer after which a client does not ask again. */
export function isFinal({ status }: FaultAnswer): boolean {
  return status === 200 || status === 402 || status === 422;
}

/** What a result shows of a subject in clear: a value, or `undefined`. Of an organization's details, whether they are revealed. */
export function inClear(subject: Revealable, infoType: string, result: Result | undefined): string | undefined {
  if (subject.kind === 'organization') {
    const { id, detailsRevealed } = result?.organization ?? {};
    return detailsRevealed === true && id === subject.id ? subject.has(infoType) : undefined;
  }
  const shown: Shown | undefined = result?.contact ?? result?.switchboard;
  if (subject.kind === 'contact' && shown?.id !== subject.id) return undefined;
  const value = infoType === 'email' ? shown?.email : shown?.phone;
  return value !== undefined && subject.everHad(infoType).has(value) ? value : undefined;
}

/** What is wrong with a final answer by itself: a success that holds something back, or a failure of another kind. */
export function wrongsOf(order: Order, answer: FaultAnswer): string[] {
  const { status, text, results, creditsCharged } = answer;
  const name = nameOf(order);
  if (status !== 200) return refusalProblems(order, answer);
  if (results.length !== order.subjects.length) return [`${name} was answered ${results.length} results`];
  const costs = results.reduce(
    (sum, result) => sum + Math.round((result.creditCost ?? result.reveal?.creditCost ?? 0) * 1_000),
    0,
  );
  return [
    ...(costs === Math.round(creditsCharged * 1_000)
      ? []
      : [`${name} charges ${creditsCharged}, and its items cost ${costs}`]),
    ...order.subjects.flatMap((subject, index) => {
      const result = results[index];
      const held = order.infoTypes.filter(
        (type) => inClear(subject, type, result) === undefined && !subject.everHad(type).has(undefined),
      );
      return held.length === 0
        ? []
        : [`${name} was answered 200, and holds back ${held.join()} of ${subject.kind} ${subject.id}: ${text}`];
    }),
  ];
}

/** A refusal must say of itself why it is right. */
function refusalProblems(order: Order, { text, code, creditsRequired, creditsRemaining }: FaultAnswer): string[] {
  const required = Math.round((creditsRequired ?? 0) * 1_000);
  const isRight =
    (code === 'insufficient_credits' && Math.round((creditsRemaining ?? 0) * 1_000) < required) ||
    (code === 'credit_cap_exceeded' && required > order.maxMillicredits);
  return isRight ? [] : [`${nameOf(order)} was answered ${text}`];
}

/**
 * What a retry must come to again: each item, its cost, what it shows and what was charged. What remains may have changed, and so may what
 * was never paid for.
 */
export function outcomeOf({ infoTypes, subjects }: Order, { creditsCharged, results }: FaultAnswer): string {
  return JSON.stringify({
    creditsCharged,
    items: results.map(({ ref, status, reveal, creditCost }, index) => {
      const subject = subjects[index] as Revealable;
      // What comes and goes by imports is compared with the records elsewhere.
      const lasting = infoTypes.filter((type) => subject.everHad(type).size === 1);
      return { ref, status, reveal, creditCost, shown: lasting.map((type) => inClear(subject, type, results[index])) };
    }),
  });
}
