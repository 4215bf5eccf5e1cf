import type { Command } from 'commander';
import type { AdminClient } from '../admin-client.js';
import type { Context } from '../context.js';
import { CommandError } from '../errors.js';
import { readDurationSeconds, readId } from '../values.js';

interface Total {
  readonly accounts: number;
  readonly reservations: number;
  readonly attempts: number;
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
  readonly expected: number;
  readonly found: number;
}

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

const DEFAULT_GRACE = '5m';
/** Beyond this the books are beyond listing, and the memory is kept for what comes before it. */
const MAX_FINDINGS = 100_000;

/** `prospect credits audit` and `credits release` */
export function addAuditCommands(credits: Command, context: Context): void {
  credits
    .command('audit')
    .description('compare balances with ledgers and captures with reveals, for all accounts')
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
      context.output().record(await admin.send('POST', path));
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
  if (differences.length > 0) output.rows(differences, ['accountId', 'reservationId', 'problem', 'expected', 'found']);
}
