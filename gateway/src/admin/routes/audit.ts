import { Readable } from 'node:stream';
import type Router from '@koa/router';
import { parseUuid } from '@prospecting/directory/identifiers';
import { z } from '@prospecting/platform/config';
import { DomainError, toDomainError } from '@prospecting/platform/errors';
import type { Call } from '@prospecting/platform/grpc';
import type { Accounts } from '../../accounts/index.js';
import { toCredits } from '../../routes/millicredits.js';
import type { AdminOptions } from '../admin-app.js';
import type { AccountAudit } from '../audit/audit-account.js';
import { audit } from '../audit/audit.js';
import type { Difference, Fact, Pending } from '../audit/difference.js';
import { readReservation } from '../audit/read-books.js';
import { withPulse } from '../audit/with-pulse.js';
import { parseFields } from '../fields.js';
import { idOf, type AdminContext, type AdminState } from '../request.js';
import { SAFE_AGAIN, write } from '../write.js';

type Dependencies = Pick<AdminOptions, 'auditPulseMs' | 'creditsReader' | 'logger' | 'revealSpender'> & {
  readonly accounts: Accounts;
};

/** Of each call of an audit: the audit as a whole takes as long as there are accounts. */
const CALL_TIMEOUT_MS = 10_000;
const DEFAULT_GRACE_SECONDS = 300;
/** A page of large accounts takes longer than a reader waits for the next byte: fetch gives up after five minutes. */
const PULSE_MS = 10_000;

const auditQuery = z.strictObject({
  graceSeconds: z.coerce.number().int().min(0).max(1_000_000_000).default(DEFAULT_GRACE_SECONDS),
});

export function auditRoutes(router: Router<AdminState>, dependencies: Dependencies): void {
  router.get('/credits/audit', (context: AdminContext) => {
    const { graceSeconds } = parseFields(auditQuery, { ...context.query });
    context.type = 'application/x-ndjson';
    context.body = Readable.from(lines(dependencies, context.state.call, graceSeconds * 1_000));
  });

  router.post('/accounts/:id/credits/reservations/:reservationId/release', async (context: AdminContext) => {
    const accountId = idOf(context);
    const reservationId = parseUuid(context.params['reservationId'] ?? '');
    context.body = await release(dependencies, context.state.call, accountId, reservationId);
  });
}

/** The audit as lines of JSON. A failure is a line too: the status is out by then. */
async function* lines(dependencies: Dependencies, { traceparent }: Call, graceMs: number): AsyncGenerator<string> {
  const { accounts, auditPulseMs = PULSE_MS, logger } = dependencies;
  const newCall = (): Call => ({
    deadlineAt: Date.now() + CALL_TIMEOUT_MS,
    ...(traceparent !== undefined && { traceparent }),
  });
  const total = { accounts: 0, reservations: 0, attempts: 0, reveals: 0, operations: 0 };
  try {
    yield line({ progress: total });
    const pages = audit({ ...dependencies, newCall }, accounts, { graceMs });
    for await (const page of withPulse(pages, auditPulseMs)) {
      for (const audited of page ?? []) {
        total.accounts += 1;
        total.reservations += audited.reservations;
        total.attempts += audited.attempts;
        total.reveals += audited.reveals;
        total.operations += audited.operations;
        yield* findings(audited);
      }
      yield line({ progress: total });
    }
    yield line({ done: total });
  } catch (error) {
    const { code } = toDomainError(error);
    logger.error({ err: error, code }, 'audit failed');
    yield line({ failed: code });
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

/** Credits of an amount; an instant as JSON has it. */
function presentFact(fact: Fact): number | string | null {
  if (typeof fact === 'number') return toCredits(fact);
  if (fact instanceof Date) return fact.toISOString();
  return typeof fact === 'object' && fact !== null ? fact.count : fact;
}

interface ReleasedReservation {
  readonly accountId: string;
  readonly reservationId: string;
  readonly state: 'captured' | 'released';
  /** Credits that were captured. */
  readonly captured: number;
}

/** Ends a pending reservation; answers one that has ended as it stands. Throws not_found: nothing is fenced for an id that names nothing. */
async function release(
  { creditsReader, revealSpender }: Dependencies,
  call: Call,
  accountId: string,
  reservationId: string | undefined,
): Promise<ReleasedReservation> {
  const books = { creditsReader, newCall: () => call };
  const reserved = reservationId && (await readReservation(books, accountId, reservationId));
  if (!reserved) throw new DomainError('not_found', { detail: 'The account has no such reservation.' });
  const { reservation } = reserved;
  const present = (captured: boolean, millicredits: number): ReleasedReservation => ({
    accountId,
    reservationId: reservation.reservationId,
    state: captured ? 'captured' : 'released',
    captured: toCredits(millicredits),
  });
  if (reservation.state !== 'RESERVATION_STATE_PENDING')
    return present(reservation.state === 'RESERVATION_STATE_CAPTURED', reservation.capturedMillicredits);
  const request = { accountId, reservationId: reservation.reservationId };
  const settled = await write(SAFE_AGAIN, () => revealSpender.settleReservation(request, call));
  return present(settled.captured, settled.capturedMillicredits);
}
