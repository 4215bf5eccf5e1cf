import { Refusal } from './answers.js';

/** What a person is asked before the agent spends. */
export interface Confirmation {
  readonly credits: number;
  readonly infoTypes: readonly string[];
  /** Names of the contacts, cleaned for display. */
  readonly contacts: readonly string[];
}

/** What the agent may spend. The application sets it; nothing that a model says changes it. */
export interface Policy {
  /** Credits that the agent may spend before a person has to confirm: in one reveal, or in several together. */
  readonly confirmAbove: number;
  /** Credits of the whole session. Beyond them nobody is asked any more. */
  readonly budget: number;
  /** Asks a person. Anything but `true`, a failure included, means no. */
  confirm(request: Confirmation): Promise<boolean>;
}

/** Keeps the agent's spending within its policy. Amounts are counted in thousandths of a credit. */
export class Wallet {
  #spent = 0;
  /** Spent since a person last confirmed, so that many small reveals are no way around the threshold. */
  #unconfirmed = 0;

  /** Throws a TypeError when an amount of the policy is not a number: nothing would exceed it. */
  constructor(private readonly policy: Policy) {
    for (const limit of [policy.budget, policy.confirmAbove]) {
      if (!(limit >= 0)) throw new TypeError('budget and confirmAbove must be numbers of credits from 0.');
    }
  }

  /** Credits left for this session. */
  get remaining(): number {
    return (toMillicredits(this.policy.budget) - this.#spent) / 1000;
  }

  needsConfirmation(credits: number): boolean {
    return credits > 0 && this.#unconfirmed + toMillicredits(credits) > toMillicredits(this.policy.confirmAbove);
  }

  /**
   * Returns whether a person confirmed this spend, or false when none had to. Throws a Refusal when
   * it would exceed the budget, or when the person says no.
   */
  async authorize(request: Confirmation): Promise<boolean> {
    if (toMillicredits(request.credits) > toMillicredits(this.remaining)) {
      throw new Refusal(
        'budget_exceeded',
        `This costs ${request.credits} credits; ${this.remaining} are left of this session's budget. Quote fewer contacts, or tell the user.`,
      );
    }
    if (!this.needsConfirmation(request.credits)) return false;
    // Whatever a person's channel answers at run time, only `true` is a yes.
    const isConfirmed: unknown = await this.policy.confirm(request).catch(() => false);
    if (isConfirmed === true) return true;
    throw new Refusal('not_confirmed', 'A person declined this spend. Do not ask for it again; tell the user.');
  }

  /** Counts credits as spent. */
  take(credits: number, isConfirmed: boolean): void {
    this.#spent += toMillicredits(credits);
    this.#unconfirmed = isConfirmed ? 0 : this.#unconfirmed + toMillicredits(credits);
  }

  /** Counts credits as not spent after all. */
  giveBack(credits: number, isConfirmed: boolean): void {
    this.#spent -= toMillicredits(credits);
    // A confirmation in between has set it to 0: below, it would raise the threshold.
    if (!isConfirmed) this.#unconfirmed = Math.max(0, this.#unconfirmed - toMillicredits(credits));
  }
}

function toMillicredits(credits: number): number {
  return Math.round(credits * 1000);
}
