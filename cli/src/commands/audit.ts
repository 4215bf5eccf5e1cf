import type { Command } from 'commander';
import type { AdminClient } from '../admin-client.js';
import type { Context } from '../context.js';
import { CommandError } from '../errors.js';
import { readDurationSeconds, readId } from '../values.js';
import { SAFE_AGAIN, write } from '../write.js';

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
  /** Null: the balance differs from the ledger. */
  readonly reservationId: string | null;
  /** Set where the problem is of one reveal. */
  readonly reveal: { readonly subject: string; readonly subjectId: string; readonly infoType: string } | null;
  /** Set where the problem is of an operation. */
  readonly operationId: string | null;
  /** Credits, a count, an instant or the kind of an entry, as the problem says; null: none. */
  readonly expected: number | string | null;
  readonly found: number | string | null;
}

type DifferenceRow = Omit<Difference, 'reveal' | 'operationId'> & { readonly of: string | null };

/** One of these a line, `done` last. */
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
Exits 1 on a difference, which is one of these:
  included_differs, purchased_differs     a balance is not what its ledger adds up to
  entry_without_reservation               the ledger has an entry of a reservation that is not there
  reserve_entry_…, resolve_entry_…        a reservation and its entries differ: …missing, …unexpected,
                                          …kind_differs, …included_differs, …purchased_differs
  returned_too_much                       more went back than was taken and not spent
  captured_without_reveal                 credits were captured and nothing was revealed
  captured_other_amount                   what was captured is not what the reveals cost
  reveal_without_capture                  the reveals of an attempt were not paid
  pending_too_long                        a reservation is pending for longer than --grace
  attempt_total_differs                   an attempt does not cost what its reveals add up to
  reveals_missing                         an attempt revealed what is not on record
  reveal_without_attempt                  something is in clear that no attempt revealed
  reveal_other_price, reveal_time_differs a reveal and its attempt differ
  reveal_expiry_differs                   a reveal does not last for one calendar year
  operation_without_attempt               an operation was carried out by no attempt
  operation_other_amount,                 an operation and its attempt differ
  operation_time_differs`;

const DEFAULT_GRACE = '5m';
/** Beyond this the books are beyond listing, and the memory is kept for what comes before it. */
const MAX_FINDINGS = 100_000;

/** `prospect credits audit` and `credits release` */
export function addAuditCommands(credits: Command, context: Context): void {
  credits
    .command('audit')
    .description('compare every fact about money with another record of it, for all accounts')
    .addHelpText('after', PROBLEMS_HELP)
    .option(
      '--grace <duration>',
      'how long a reservation may be pending',
      readDurationSeconds,
      readDurationSeconds(DEFAULT_GRACE),
    )
    .action(async ({ grace }: { grace: number }) => {
      const audit = await readAudit(await context.admin(), grace);
      show(context, audit);
      const count = audit.differences.length;
      if (count > 0) throw new CommandError(`the audit found ${count} difference${count === 1 ? '' : 's'}`);
    });

  credits
    .command('release')
    .description('end a reservation that is stuck: given back, or captured if its reveal was committed')
    .argument('<id>', 'of the account', readId)
    .argument('<reservation>', 'its id, as audit shows it', readId)
    .action(async (id: string, reservation: string) => {
      const admin = await context.admin();
      const path = `/accounts/${id}/credits/reservations/${reservation}/release`;
      context.output().record(await write(SAFE_AGAIN, () => admin.send<Record<string, unknown>>('POST', path)));
    });
}

async function readAudit(admin: AdminClient, graceSeconds: number): Promise<Audit> {
  const pending: Pending[] = [];
  const differences: Difference[] = [];
  for await (const line of admin.lines<AuditLine>(`/credits/audit?graceSeconds=${graceSeconds}`)) {
    if (line.pending !== undefined) pending.push(line.pending);
    if (line.difference !== undefined) differences.push(line.difference);
    if (line.failed !== undefined) throw new CommandError(`the audit failed: ${line.failed}`);
    if (line.done !== undefined) return { ...line.done, pending, differences };
    if (pending.length + differences.length > MAX_FINDINGS)
      throw new CommandError(`the audit found more than ${MAX_FINDINGS} pending reservations and differences`);
  }
  throw new CommandError('the audit ended before it was done');
}

function show(context: Context, { pending, differences, ...total }: Audit): void {
  const output = context.output();
  if (context.wantsJson()) return output.record({ ...total, pending, differences });
  output.record({ ...total, pending: pending.length, differences: differences.length });
  if (pending.length > 0) output.rows(pending, ['accountId', 'reservationId', 'ageSeconds', 'credits']);
  const columns = ['accountId', 'reservationId', 'problem', 'expected', 'found', 'of'] as const;
  if (differences.length > 0) output.rows(differences.map(toRow), columns);
}

/** A difference as a row of a table: `of` is the reveal or the operation that differs. */
function toRow({ reveal, operationId, ...difference }: Difference): DifferenceRow {
  const of = reveal === null ? operationId : `${reveal.subject} ${reveal.subjectId} ${reveal.infoType}`;
  return { ...difference, of };
}
