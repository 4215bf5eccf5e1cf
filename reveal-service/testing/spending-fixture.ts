import { createHash, randomUUID } from 'node:crypto';
import { DomainError } from '@prospecting/platform/errors';
import type { CallContext } from '@prospecting/platform/grpc';
import { createLogger } from '@prospecting/platform/telemetry';
import type { reveal } from '@prospecting/protos';
import { createRevealAdmin } from '#src/rpc/admin.js';
import { createSpending, type Spending } from '#src/rpc/spender.js';
import type { SpendingDependencies } from '#src/spending/dependencies.js';
import { createRecordedCredits, type RecordedCredits } from './recorded-credits.js';
import type { RevealDatabase } from './reveal-database.js';

export const GRACE_MS = 30_000;

/** Spending on a test database, with credits-service replaced by a recording. */
export interface SpendingFixture extends Spending {
  readonly credits: RecordedCredits;
  readonly dependencies: SpendingDependencies;
  readonly admin: ReturnType<typeof createRevealAdmin>;
  /** Spends, and waits until the resolution queue is idle. */
  spend(order: TestOrder, within?: CallContext): Promise<reveal.SpendOutcome>;
}

export interface TestOrder {
  /** Identifies the operation. Optional. Default: a new operation. */
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
    admin: createRevealAdmin(dependencies),
    async spend(order, within = call()) {
      try {
        return await spending.spender.reveal(toRequest(order), within);
      } finally {
        await spending.resolutions.idle();
      }
    },
  };
}

/** Builds RevealAdmin on a test database, with credits-service replaced by a recording. */
export function createTestAdmin(database: RevealDatabase): ReturnType<typeof createRevealAdmin> {
  return createRevealAdmin({ ...database, credits: createRecordedCredits(database.clock) });
}

export const call = (): { deadlineAt: number } => ({ deadlineAt: Date.now() + 60_000 });

export function toRequest({ operation, accountId, subjects, ...rest }: TestOrder): reveal.RevealRequest {
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

/** Returns the code and members of an expected failure. */
export async function refusalOf(answer: Promise<unknown>): Promise<Pick<DomainError, 'code' | 'members'>> {
  const error: unknown = await answer.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof DomainError)) throw new Error('the call was not refused', { cause: error });
  return { code: error.code, members: error.members };
}
