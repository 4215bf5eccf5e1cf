import { Readable } from 'node:stream';
import { parseUuid } from '@prospecting/directory/identifiers';
import { z } from '@prospecting/platform/config';
import { DomainError, serviceUnavailable, toDomainError } from '@prospecting/platform/errors';
import type { CallContext } from '@prospecting/platform/grpc';
import type { Accounts } from '../accounts/accounts.js';
import { toCredits } from '@prospecting/platform/amounts';
import type { Trail } from '../changes/trail.js';
import type { AdminDependencies } from '../dependencies.js';
import type { AccountAudit } from '../audit/audit-account.js';
import { audit } from '../audit/audit.js';
import type { AuditOutcome, AuditRecords } from '../audit/audit-records.js';
import type { Difference, Fact, Pending } from '../audit/difference.js';
import { readReservation } from '../audit/read-books.js';
import { withPulse } from '../audit/with-pulse.js';
import { parseFields } from '../http/fields.js';
import { idOf, type AdminContext, type AdminState } from '../http/request.js';
import type { Routes } from '../http/routes.js';
import { SAFE_TO_REPEAT, write } from '../http/write.js';

type Dependencies = Pick<AdminDependencies, 'auditPulseMs' | 'creditsReader' | 'logger' | 'revealAdmin'> & {
  readonly accounts: Accounts;
  readonly trail: Trail;
  readonly auditRecords: AuditRecords;
  /** Aborted when the process stops: an audit may take longer than a process has to stop. */
  readonly stopping: AbortSignal;
};

/**
 * Deadline of one call. An audit has no overall deadline, because its duration depends on the
 * number of accounts.
 */
const CALL_TIMEOUT_MS = 10_000;
const DEFAULT_GRACE_SECONDS = 300;
/**
 * A page of large accounts can take longer than a client waits for the next byte. fetch waits five
 * minutes.
 */
const PULSE_MS = 10_000;
/**
 * Audits under way in one process. An audit only reads, so two may run side by side: a job's, and
 * that of a person or of a job that lost its connection and has begun again. More would only slow
 * each other down.
 */
const MAX_UNDER_WAY = 2;

const auditQuery = z.strictObject({
  graceSeconds: z.coerce.number().int().min(0).max(1_000_000_000).default(DEFAULT_GRACE_SECONDS),
});

export function auditRoutes(router: Routes, dependencies: Dependencies): void {
  let underWay = 0;
  router.get('/credits/audit', async (context: AdminContext) => {
    const { graceSeconds } = parseFields(auditQuery, { ...context.query });
    if (underWay >= MAX_UNDER_WAY) throw tooManyAudits();
    underWay += 1;
    const graceMs = graceSeconds * 1_000;
    const auditId = await dependencies.auditRecords.start(graceMs).catch((error: unknown) => {
      underWay -= 1;
      throw error;
    });
    context.type = 'application/x-ndjson';
    // nginx would collect the lines and send them late, and then take the silence for a failure.
    context.set('X-Accel-Buffering', 'no');
    const body = Readable.from(
      lines(dependencies, context.state.call, { auditId, graceMs, isCallerGone: () => context.res.destroyed }),
    );
    body.once('close', () => (underWay -= 1));
    context.body = body;
  });

  router.post('/accounts/:id/credits/reservations/:reservationId/release', async (context: AdminContext) => {
    const accountId = idOf(context);
    const reservationId = parseUuid(context.params['reservationId'] ?? '');
    context.body = await release(dependencies, context.state, accountId, reservationId);
  });
}

function tooManyAudits(): DomainError {
  return new DomainError('service_unavailable', {
    detail: `${MAX_UNDER_WAY} audits are under way in this process. Wait for one of them to end.`,
  });
}

interface Run {
  readonly auditId: string;
  readonly graceMs: number;
  readonly isCallerGone: () => boolean;
}

/**
 * Yields the audit as lines of JSON. A failure is a line too, because the status has already been
 * sent. The end is on record before the last line is sent: an audit whose result is not on record
 * has failed.
 */
async function* lines(
  dependencies: Dependencies,
  { traceparent }: CallContext,
  { auditId, graceMs, isCallerGone }: Run,
): AsyncGenerator<string> {
  const { accounts, auditPulseMs = PULSE_MS, auditRecords, logger, stopping } = dependencies;
  const newCall = (): CallContext => ({
    deadlineAt: Date.now() + CALL_TIMEOUT_MS,
    ...(traceparent !== undefined && { traceparent }),
  });
  const total = { accounts: 0, reservations: 0, attempts: 0, reveals: 0, operations: 0 };
  let differences = 0;
  let isEnded = false;
  const end = async (outcome: AuditOutcome): Promise<void> => {
    isEnded = true;
    await auditRecords.end(auditId, outcome, differences, total.accounts);
  };
  const endAnyway = (outcome: AuditOutcome): Promise<void> =>
    end(outcome).catch((error: unknown) =>
      logger.error({ err: error, auditId }, 'the end of an audit is not on record'),
    );
  try {
    yield line({ progress: total });
    const pages = audit({ ...dependencies, newCall }, accounts, { graceMs });
    for await (const page of withPulse(pages, auditPulseMs, stopping)) {
      if (stopping.aborted) throw serviceUnavailable('admin-service is stopping');
      for (const audited of page ?? []) {
        total.accounts += 1;
        total.reservations += audited.reservations;
        total.attempts += audited.attempts;
        total.reveals += audited.reveals;
        total.operations += audited.operations;
        differences += audited.differences.length;
        yield* findings(audited);
      }
      yield line({ progress: total });
    }
    await end('complete');
    yield line({ done: total });
  } catch (error) {
    // Breaks the stream with an error, which is not the audit's.
    if (isCallerGone()) return;
    const { code } = toDomainError(error);
    logger.error({ err: error, code, auditId }, 'audit failed');
    if (!isEnded) await endAnyway('failed');
    yield line({ failed: code });
  } finally {
    // The caller has closed the connection.
    if (!isEnded) await endAnyway('interrupted');
  }
}

function* findings({ accountId, pending, differences }: AccountAudit): Generator<string> {
  for (const each of pending) yield line({ pending: { accountId, ...presentPending(each) } });
  for (const each of differences) yield line({ difference: { accountId, ...presentDifference(each) } });
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

function presentPending({ reservationId, ageMs, millicredits }: Pending): object {
  return { reservationId, ageSeconds: Math.round(ageMs / 1_000), credits: toCredits(millicredits) };
}

function presentDifference({ problem, reservationId, reveal, operationId, expected, found }: Difference): object {
  return {
    problem,
    reservationId: reservationId ?? null,
    reveal: reveal ?? null,
    operationId: operationId ?? null,
    expected: presentFact(expected),
    found: presentFact(found),
  };
}

/** Returns an amount in credits, and an instant in ISO 8601. */
function presentFact(fact: Fact): number | string | null {
  if (typeof fact === 'number') return toCredits(fact);
  if (fact instanceof Date) return fact.toISOString();
  return typeof fact === 'object' && fact !== null ? fact.count : fact;
}

interface ResolvedReservation {
  readonly accountId: string;
  readonly reservationId: string;
  readonly state: 'captured' | 'released';
  /** Captured credits. */
  readonly captured: number;
}

/**
 * Resolves a pending reservation. Returns the result of one that is already resolved. Throws
 * `not_found` for an unknown id, before reveal-service records an aborted attempt for it.
 */
async function release(
  { creditsReader, revealAdmin, trail }: Dependencies,
  { actor, call }: AdminState,
  accountId: string,
  reservationId: string | undefined,
): Promise<ResolvedReservation> {
  const books = { creditsReader, newCall: () => call };
  const reserved = reservationId && (await readReservation(books, accountId, reservationId));
  if (!reserved) throw new DomainError('not_found', { detail: 'The account has no such reservation.' });
  const { reservation } = reserved;
  const present = (captured: boolean, millicredits: number): ResolvedReservation => ({
    accountId,
    reservationId: reservation.reservationId,
    state: captured ? 'captured' : 'released',
    captured: toCredits(millicredits),
  });
  if (reservation.state !== 'RESERVATION_STATE_PENDING')
    return present(reservation.state === 'RESERVATION_STATE_CAPTURED', reservation.capturedMillicredits);
  const request = { accountId, reservationId: reservation.reservationId };
  const change = {
    actor,
    action: 'reservation.settle',
    accountId,
    subject: { kind: 'reservation', id: reservation.reservationId },
  };
  const resolved = await write(SAFE_TO_REPEAT, () =>
    trail.around(change, () => revealAdmin.settleReservation(request, call)),
  );
  return present(resolved.captured, resolved.capturedMillicredits);
}
