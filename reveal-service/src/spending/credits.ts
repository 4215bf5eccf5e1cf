import { DomainError } from '@prospecting/platform/errors';
import type { Call, Service } from '@prospecting/platform/grpc';
import type { credits } from '@prospecting/protos';
import type { Resolution } from './attempts.js';

/** The two services of credits-service, over gRPC or in this process. */
export interface Credits {
  readonly reader: Service<credits.CreditsReaderDefinition>;
  readonly ledger: Service<credits.CreditsLedgerDefinition>;
}

/** What the account could spend now, in millicredits; `undefined` without a credit subscription. */
export async function readRemaining({ reader }: Credits, accountId: string, call: Call): Promise<number | undefined> {
  const { balances } = await reader.getBalances({ accountIds: [accountId] }, call);
  const [balance] = balances;
  if (balance === undefined) throw new Error('a balance that was asked for was not answered');
  if (balance.subscription === undefined || balance.subscription === null) return undefined;
  return balance.includedMillicredits + balance.purchasedMillicredits;
}

/** A refusal that another request's open reservation may be the reason for: without a subscription there is none. */
export function isTransientShortage(error: unknown): error is DomainError {
  return isShortage(error) && error.members.creditsRemainingMillicredits !== null;
}

/** The balance cannot pay. */
export function isShortage(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code === 'insufficient_credits';
}

/** What became of a list of resolutions: the failure of each that is not settled. */
export type Unsettled = ReadonlyMap<Resolution, DomainError>;

const PLACE = /^(?:captures|releases)\[(\d+)\]$/;

/**
 * Captures and releases reservations: one call for all captures, one for all releases. Never rejects:
 * answers what is not settled, and why. `validation_failed` is final; of any other failure it is not
 * known whether it was settled, and settling it again is safe.
 *
 * An attempt that cost nothing is released: it may have committed without its reservation, which an
 * earlier try of the round has asked for and which comes late. Only a release can come first.
 */
export async function settleReservations(
  { ledger }: Credits,
  resolutions: readonly Resolution[],
  call: Call,
): Promise<Unsettled> {
  const captures = resolutions.filter(isCharge);
  const releases = resolutions.filter((each) => !isCharge(each));
  const unsettled = new Map<Resolution, DomainError>();
  await Promise.all([
    noteFailures(unsettled, captures, () =>
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
    noteFailures(unsettled, releases, () =>
      ledger.release(
        { releases: releases.map(({ accountId, attemptId }) => ({ accountId, reservationId: attemptId })) },
        call,
      ),
    ),
  ]);
  return unsettled;
}

function isCharge(resolution: Resolution): resolution is Extract<Resolution, { kind: 'capture' }> {
  return resolution.kind === 'capture' && resolution.millicredits > 0;
}

async function noteFailures(
  unsettled: Map<Resolution, DomainError>,
  asked: readonly Resolution[],
  settle: () => Promise<unknown>,
): Promise<void> {
  if (asked.length === 0) return;
  try {
    await settle();
  } catch (error) {
    const failure = toSettlingFailure(error);
    const named = Object.keys(failure.members.errors ?? {}).map((field) => asked[Number(PLACE.exec(field)?.[1])]);
    const failed = failure.code === 'validation_failed' && !named.includes(undefined) ? named : asked;
    for (const each of failed) if (each !== undefined) unsettled.set(each, failure);
  }
}

function toSettlingFailure(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  return new DomainError('internal_error', {
    internal: error instanceof Error ? error.message : String(error),
    cause: error,
  });
}
