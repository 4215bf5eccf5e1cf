import { amountOf } from '@prospecting/platform/amounts';
import { DomainError } from '@prospecting/platform/errors';
import type { CallContext, Service } from '@prospecting/platform/grpc';
import type { credits } from '@prospecting/protos';
import type { Capture, Resolution } from './attempts.js';

/** The two services of credits-service, over gRPC or in this process. */
export interface Credits {
  readonly reader: Service<credits.CreditsReaderDefinition>;
  readonly ledger: Service<credits.CreditsLedgerDefinition>;
}

/** Returns the spendable balance in millicredits; `undefined` without a credit subscription. */
export async function readSpendable(
  { reader }: Credits,
  accountId: string,
  call: CallContext,
): Promise<number | undefined> {
  const { balances } = await reader.getBalances({ accountIds: [accountId] }, call);
  const [balance] = balances;
  if (balance === undefined) throw new Error('credits-service returned no balance for the requested account');
  if (balance.subscription === undefined || balance.subscription === null) return undefined;
  return amountOf(balance);
}

/** Returns true when the balance cannot pay. */
export function isShortage(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code === 'insufficient_credits';
}

/**
 * Returns true when the balance may only be short because other requests hold reservations. Without
 * a subscription there are none.
 */
export function isTransientShortage(error: unknown): error is DomainError {
  return isShortage(error) && error.members.creditsRemainingMillicredits !== null;
}

/** The resolutions that failed, each with its failure. */
export type Unresolved = ReadonlyMap<Resolution, DomainError>;

/** The field by which credits-service names an entry of a request. */
const ENTRY_FIELD = /^(?:captures|releases)\[(\d+)\]$/;

/**
 * Resolves reservations: one call for all captures and one for all releases. Never rejects; returns
 * the failures. `validation_failed` is final. After any other failure the reservation may or may
 * not be resolved, and resolving it again is safe.
 *
 * An attempt without a price is released, not captured with 0: it may have committed before a late
 * Reserve of an earlier try arrives, and only a release may come before its reserve.
 */
export async function resolveReservations(
  { ledger }: Credits,
  resolutions: readonly Resolution[],
  call: CallContext,
): Promise<Unresolved> {
  const captures = resolutions.filter(isCharge);
  const releases = resolutions.filter((each) => !isCharge(each));
  const unresolved = new Map<Resolution, DomainError>();
  await Promise.all([
    collectFailures(unresolved, captures, () =>
      ledger.capture(
        {
          captures: captures.map(({ accountId, attemptId, millicredits }) => ({
            accountId,
            reservationId: attemptId,
            millicredits,
          })),
        },
        call,
      ),
    ),
    collectFailures(unresolved, releases, () =>
      ledger.release(
        { releases: releases.map(({ accountId, attemptId }) => ({ accountId, reservationId: attemptId })) },
        call,
      ),
    ),
  ]);
  return unresolved;
}

function isCharge(resolution: Resolution): resolution is Capture {
  return resolution.kind === 'capture' && resolution.millicredits > 0;
}

/**
 * Adds the entries that failed: those that the error names, or all when it does not name each of
 * them.
 */
async function collectFailures(
  unresolved: Map<Resolution, DomainError>,
  entries: readonly Resolution[],
  send: () => Promise<unknown>,
): Promise<void> {
  if (entries.length === 0) return;
  try {
    await send();
  } catch (error) {
    const failure = toFailure(error);
    const named = Object.keys(failure.members.errors ?? {}).map(
      (field) => entries[Number(ENTRY_FIELD.exec(field)?.[1])],
    );
    const failed = failure.code === 'validation_failed' && !named.includes(undefined) ? named : entries;
    for (const each of failed) if (each !== undefined) unresolved.set(each, failure);
  }
}

function toFailure(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  return new DomainError('internal_error', {
    internal: error instanceof Error ? error.message : String(error),
    cause: error,
  });
}
