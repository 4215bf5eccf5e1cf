import { ERROR_KINDS, toDomainError } from '@prospecting/platform/errors';
import { Counter } from '@prospecting/platform/telemetry';
import type { PlannedSubject } from '../pricing/plan.js';
import { INFO_TYPES, infoTypesOf, isPublic, type InfoType, type Subject } from '../subjects.js';
import type { SpendingDependencies } from './dependencies.js';
import type { Spent } from './spend.js';

/** Counts spends and dry runs by their outcome, and what spends charged. */
export interface SpendMetrics {
  /** Counts a request when it has ended: as `success`, or by the code of its error. */
  observe<Answer>(success: 'ok' | 'dry_run', answer: Promise<Answer>): Promise<Answer>;
  /** Counts what a spend charged; nothing when it repeats the outcome of an earlier try. */
  charge(spent: Spent): void;
}

export function createSpendMetrics({ registry }: Pick<SpendingDependencies, 'registry'>): SpendMetrics {
  const registers = registry === undefined ? [] : [registry];
  const spends = new Counter({
    name: 'prospect_spends_total',
    help: 'Answered spends: ok (also the repeated outcome of an earlier try), dry_run, or the code of the error.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['ok', 'dry_run', ...Object.keys(ERROR_KINDS)]) spends.inc({ outcome }, 0);

  // Kept as whole millicredits: sums of 0.2 would drift from the ledger.
  const charged = new Map<InfoType, number>(chargedInfoTypes().map((infoType) => [infoType, 0]));
  new Counter({
    name: 'prospect_credits_charged_total',
    help: 'Credits that the spends of this process charged. The ledger has the truth: a spend whose commit lost its reply is not counted.',
    labelNames: ['info_type'],
    registers,
    collect() {
      this.reset();
      for (const [infoType, millicredits] of charged) this.inc({ info_type: infoType }, millicredits / 1_000);
    },
  });

  return {
    async observe(success, answer) {
      try {
        const answered = await answer;
        spends.inc({ outcome: success });
        return answered;
      } catch (error) {
        spends.inc({ outcome: toDomainError(error).code });
        throw error;
      }
    },
    charge({ outcome, isRepeated }) {
      if (isRepeated) return;
      for (const { infoType, millicredits } of outcome.subjects.flatMap(({ infoTypes }: PlannedSubject) => infoTypes))
        if (millicredits > 0) charged.set(infoType, (charged.get(infoType) ?? 0) + millicredits);
    },
  };
}

/** Returns the info types that can have a price. */
function chargedInfoTypes(): InfoType[] {
  const subjects = Object.keys(INFO_TYPES) as Subject[];
  return [...new Set(subjects.flatMap((kind) => infoTypesOf(kind).filter((infoType) => !isPublic(kind, infoType))))];
}
