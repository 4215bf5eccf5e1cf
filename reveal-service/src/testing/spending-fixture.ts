import { createHash, randomUUID } from 'node:crypto';
import { DomainError } from '@prospecting/platform/errors';
import type { Call } from '@prospecting/platform/grpc';
import { createLogger } from '@prospecting/platform/telemetry';
import type { reveal } from '@prospecting/protos';
import { createSpending, type Spending } from '../rpc/spender.js';
import type { SpendingDependencies } from '../spending/dependencies.js';
import { createRecordedCredits, type RecordedCredits } from './recorded-credits.js';
import type { RevealDatabase } from './reveal-database.js';

export const GRACE_MS = 30_000;

/** Spending on a test database, with the other side of the protocol recorded. */
export interface SpendingFixture extends Spending {
  readonly credits: RecordedCredits;
  readonly dependencies: SpendingDependencies;
  /** Asks for contacts' info types, and waits until what follows the answer is done. */
  spend(asked: Asked, within?: Call): Promise<reveal.SpendOutcome>;
}

export interface Asked {
  /** Names the operation; drawn when left out. */
  readonly operation?: string;
  readonly accountId: string;
  readonly subjects: readonly reveal.SpendSubject[];
  readonly maxMillicredits?: number;
  readonly priceGroup?: string;
}

export function createSpendingFixture(
  database: RevealDatabase,
  overrides: Partial<SpendingDependencies> & { credits?: RecordedCredits } = {},
): SpendingFixture {
  const credits = overrides.credits ?? createRecordedCredits(database.clock);
  const dependencies: SpendingDependencies = {
    ...database,
    logger: createLogger({ service: 'reveal-test', level: 'silent' }),
    pause: () => new Promise(setImmediate),
    ...overrides,
    credits,
  };
  const spending = createSpending(dependencies, { graceMs: GRACE_MS, intervalMs: 1_000, gatherMs: 0 });
  return {
    ...spending,
    credits,
    dependencies,
    async spend(asked, within = call()) {
      try {
        return await spending.spender.reveal(toRequest(asked), within);
      } finally {
        await spending.settlements.idle();
      }
    },
  };
}

export const call = (): { deadlineAt: number } => ({ deadlineAt: Date.now() + 60_000 });

export function toRequest({ operation, accountId, subjects, ...rest }: Asked): reveal.RevealRequest {
  return {
    operationId: createHash('sha256')
      .update(operation ?? randomUUID())
      .digest('hex'),
    accountId,
    priceGroup: rest.priceGroup ?? 'default',
    subjects: [...subjects],
    maxMillicredits: rest.maxMillicredits ?? 1_000_000,
  };
}

export function contact(subjectId: string, ...infoTypes: string[]): reveal.SpendSubject {
  return { kind: 'SUBJECT_KIND_CONTACT', subjectId, infoTypes, shownIdentifiers: [] };
}

export function switchboard(subjectId: string, ...infoTypes: string[]): reveal.SpendSubject {
  return { kind: 'SUBJECT_KIND_SWITCHBOARD', subjectId, infoTypes, shownIdentifiers: [] };
}

export function organization(subjectId: string, ...shownIdentifiers: string[]): reveal.SpendSubject {
  return { kind: 'SUBJECT_KIND_ORGANIZATION', subjectId, infoTypes: ['details'], shownIdentifiers };
}

/** The code and members of the failure that is expected. */
export async function refusalOf(answer: Promise<unknown>): Promise<Pick<DomainError, 'code' | 'members'>> {
  const error: unknown = await answer.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof DomainError)) throw new Error('not refused', { cause: error });
  return { code: error.code, members: error.members };
}
