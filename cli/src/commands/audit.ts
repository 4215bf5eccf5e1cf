import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import type { AdminClient } from '../admin-client.js';
import type { Context } from '../context.js';
import { CommandError, UnansweredError } from '../errors.js';
import { parseAttempts, parseDurationSeconds, parseId } from '../argument-parsers.js';
import { ACCOUNT, examples } from '../help.js';
import { SAFE_TO_REPEAT, writeOnce } from '../write.js';

interface Total {
  readonly accounts: number;
  readonly reservations: number;
  readonly attempts: number;
  readonly reveals: number;
  readonly operations: number;
}

interface Pending {
  readonly accountId: string;
  readonly reservationId: string;
  readonly ageSeconds: number;
  readonly credits: number;
}

interface Difference {
  readonly accountId: string;
  readonly problem: string;
  /** Null when the balance differs from the ledger. */
  readonly reservationId: string | null;
  /** Set when the problem concerns one reveal. */
  readonly reveal: { readonly subject: string; readonly subjectId: string; readonly infoType: string } | null;
  /** Set when the problem concerns an operation. */
  readonly operationId: string | null;
  /** Credits, a count, an instant or an entry kind, depending on the problem; null for none. */
  readonly expected: number | string | null;
  readonly found: number | string | null;
}

type DifferenceRow = Omit<Difference, 'reveal' | 'operationId'> & { readonly of: string | null };

/** A line of the response has one of these members. The last line has `done` or `failed`. */
interface AuditLine {
  readonly progress?: Total;
  readonly pending?: Pending;
  readonly difference?: Difference;
  readonly done?: Total;
  readonly failed?: string;
}

interface Audit extends Total {
  readonly pending: readonly Pending[];
  readonly differences: readonly Difference[];
}

const PROBLEMS_HELP = `
Exits 1 if it finds a difference. The problems are:
  included_differs, purchased_differs     a balance is not the sum of its ledger
  entry_without_reservation               a ledger entry names a reservation that does not exist
  reserve_entry_…, resolve_entry_…        a reservation and its entries differ: …missing, …unexpected,
                                          …kind_differs, …included_differs, …purchased_differs
  returned_too_much                       more credits came back than were taken and not spent
  captured_without_reveal                 credits were captured and nothing was revealed
  captured_other_amount                   the captured amount is not the price of the reveals
  reveal_without_capture                  the reveals of an attempt were not paid
  pending_too_long                        a reservation is pending for longer than --grace
  attempt_total_differs                   the price of an attempt is not the sum of its reveals
  reveals_missing                         reveals of an attempt are not on record
  reveal_without_attempt                  a reveal belongs to no committed attempt
  reveal_other_price, reveal_time_differs a reveal and its attempt differ
  reveal_expiry_differs                   a reveal does not last for one calendar year
  operation_without_attempt               an operation has no committed attempt
  operation_other_amount,                 an operation and its attempt differ
  operation_time_differs`;

const DEFAULT_GRACE = '5m';
/** A limit for the memory of the command. Nobody reads a longer list. */
const MAX_FINDINGS = 100_000;

/** Adds `prospect credits audit` and `prospect credits release`. */
export function addAuditCommands(credits: Command, context: Context): void {
  credits
    .command('audit')
    .description('compare every fact about money with a second record of it, for all accounts')
    .addHelpText('after', examples('prospect credits audit', 'prospect credits audit --grace 10m --json'))
    .addHelpText('after', PROBLEMS_HELP)
    .option(
      '--grace <duration>',
      'longest time that a reservation may be pending',
      parseDurationSeconds,
      parseDurationSeconds(DEFAULT_GRACE),
    )
    .option('--attempts <count>', 'how often to begin an audit that does not reach its end, for jobs', parseAttempts, 1)
    .action(async ({ grace, attempts }: { grace: number; attempts: number }) => {
      const audit = await readWithAttempts(context, grace, attempts);
      show(context, audit);
      const count = audit.differences.length;
      if (count > 0) throw new CommandError(`the audit found ${count} difference${count === 1 ? '' : 's'}`);
    });

  credits
    .command('release')
    .description('resolve a stuck reservation: release it, or capture it if its reveal has committed')
    .argument('<id>', 'id of the account', parseId)
    .argument('<reservation>', 'id of the reservation, as audit shows it', parseId)
    .addHelpText('after', examples(`prospect credits release ${ACCOUNT} 0198c0de-a1a1-7000-8000-00123456789a`))
    .action(async (id: string, reservation: string) => {
      const admin = await context.admin();
      const path = `/accounts/${id}/credits/reservations/${reservation}/release`;
      context.output().record(await writeOnce(SAFE_TO_REPEAT, () => admin.send<Record<string, unknown>>('POST', path)));
    });
}

/** Pause before the next attempt: another replica answers within seconds. */
const PAUSE_MS = 2_000;

/**
 * Reads an audit. Begins again when it does not reach its end: a service that stops, as in an
 * upgrade, ends the audits that it runs.
 */
async function readWithAttempts(context: Context, graceSeconds: number, attempts: number): Promise<Audit> {
  const admin = await context.admin();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readAudit(admin, graceSeconds);
    } catch (error) {
      if (!(error instanceof UnansweredError) || attempt >= attempts) throw error;
      context.output().note(`${error.message}; beginning again`);
      await pause(PAUSE_MS);
    }
  }
}

async function readAudit(admin: AdminClient, graceSeconds: number): Promise<Audit> {
  const pending: Pending[] = [];
  const differences: Difference[] = [];
  for await (const line of admin.lines<AuditLine>(`/credits/audit?graceSeconds=${graceSeconds}`)) {
    if (line.pending !== undefined) pending.push(line.pending);
    if (line.difference !== undefined) differences.push(line.difference);
    if (line.failed !== undefined) throw incomplete(`the audit failed: ${line.failed}`);
    if (line.done !== undefined) return { ...line.done, pending, differences };
    if (pending.length + differences.length > MAX_FINDINGS)
      throw new CommandError(
        `the audit found more than ${MAX_FINDINGS} pending reservations and differences, too many to list`,
      );
  }
  throw incomplete('the audit ended before it was done');
}

function incomplete(message: string): UnansweredError {
  return new UnansweredError(message, { mayBeDone: false });
}

function show(context: Context, { pending, differences, ...total }: Audit): void {
  const output = context.output();
  if (context.wantsJson()) return output.record({ ...total, pending, differences });
  output.record({ ...total, pending: pending.length, differences: differences.length });
  if (pending.length > 0) output.rows(pending, ['accountId', 'reservationId', 'ageSeconds', 'credits']);
  const columns = ['accountId', 'reservationId', 'problem', 'expected', 'found', 'of'] as const;
  if (differences.length > 0) output.rows(differences.map(toRow), columns);
}

/** Converts a difference to a table row. `of` names the reveal or the operation that differs. */
function toRow({ reveal, operationId, ...difference }: Difference): DifferenceRow {
  const of = reveal === null ? operationId : `${reveal.subject} ${reveal.subjectId} ${reveal.infoType}`;
  return { ...difference, of };
}
