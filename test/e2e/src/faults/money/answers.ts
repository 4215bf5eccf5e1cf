import type { Result } from '../../support/customer.js';
import type { Revealable } from '../directory/records.js';
import type { FaultAnswer } from './exchange.js';
import { nameOf, type Order } from './orders.js';

/** What a contact or switchboard in a response shows. */
interface Shown {
  readonly id?: string;
  readonly email?: string;
  readonly phone?: string;
}

/** Returns whether a client stops asking after this answer. */
export function isFinal({ status }: FaultAnswer): boolean {
  return status === 200 || status === 402 || status === 422;
}

/**
 * Returns the value that a result reveals of a subject, or undefined. For an organization's details
 * the value is the one on record, when the result shows them revealed.
 */
export function revealedValue(subject: Revealable, infoType: string, result: Result | undefined): string | undefined {
  if (subject.kind === 'organization') {
    const { id, detailsRevealed } = result?.organization ?? {};
    return detailsRevealed === true && id === subject.id ? subject.has(infoType) : undefined;
  }
  const shown: Shown | undefined = result?.contact ?? result?.switchboard;
  if (subject.kind === 'contact' && shown?.id !== subject.id) return undefined;
  const value = infoType === 'email' ? shown?.email : shown?.phone;
  return value !== undefined && subject.everHad(infoType).has(value) ? value : undefined;
}

/**
 * Returns what is wrong with a final answer by itself: a success that withholds something, or an
 * unjustified refusal.
 */
export function problemsWith(order: Order, answer: FaultAnswer): string[] {
  const { status, text, results, creditsCharged } = answer;
  const name = nameOf(order);
  if (status !== 200) return refusalProblems(order, answer);
  if (results.length !== order.subjects.length)
    return [`${name} got ${results.length} results for ${order.subjects.length} items`];
  const costs = results.reduce(
    (sum, result) => sum + Math.round((result.creditCost ?? result.reveal?.creditCost ?? 0) * 1_000),
    0,
  );
  return [
    ...(costs === Math.round(creditsCharged * 1_000)
      ? []
      : [`${name} charged ${creditsCharged} credits, but its items cost ${costs} millicredits`]),
    ...order.subjects.flatMap((subject, index) => {
      const result = results[index];
      const withheld = order.infoTypes.filter(
        (type) => revealedValue(subject, type, result) === undefined && !subject.everHad(type).has(undefined),
      );
      return withheld.length === 0
        ? []
        : [`${name} succeeded but withholds ${withheld.join()} of ${subject.kind} ${subject.id}: ${text}`];
    }),
  ];
}

/** Checks that a refusal states amounts that justify it. */
function refusalProblems(order: Order, { text, code, creditsRequired, creditsRemaining }: FaultAnswer): string[] {
  const required = Math.round((creditsRequired ?? 0) * 1_000);
  const isRight =
    (code === 'insufficient_credits' && Math.round((creditsRemaining ?? 0) * 1_000) < required) ||
    (code === 'credit_cap_exceeded' && required > order.maxMillicredits);
  return isRight ? [] : [`${nameOf(order)} got an unjustified refusal: ${text}`];
}

/**
 * Returns the part of an answer that a retry must repeat: each item, its cost, what it reveals and
 * the total charge. The balance may have changed, and so may what was never paid for.
 */
export function outcomeOf({ infoTypes, subjects }: Order, { creditsCharged, results }: FaultAnswer): string {
  return JSON.stringify({
    creditsCharged,
    items: results.map(({ ref, status, reveal, creditCost }, index) => {
      const subject = subjects[index] as Revealable;
      // What imports add and remove is compared with the records elsewhere.
      const unchanging = infoTypes.filter((type) => subject.everHad(type).size === 1);
      return {
        ref,
        status,
        reveal,
        creditCost,
        shown: unchanging.map((type) => revealedValue(subject, type, results[index])),
      };
    }),
  });
}
