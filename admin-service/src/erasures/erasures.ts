import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@prospecting/platform/clock';
import { fromTimestamp, type CallContext, type Timestamp } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import type { Actor } from '../changes/actor.js';
import { recordChange } from '../changes/record-change.js';
import type { Upstream } from '../dependencies.js';
import { forgetResponses } from './sql/forget-responses.js';

/** The contacts and addresses of persons. */
export interface Subjects {
  readonly contactIds: readonly string[];
  readonly emails: readonly string[];
}

/** What one call of an erasure did. */
export interface ErasureStep {
  /** False: call again, with `afterAccountId`. */
  readonly done: boolean;
  readonly afterAccountId: string;
  readonly accounts: number;
  readonly reveals: number;
  readonly ownedEmails: number;
  readonly storedResponses: number;
}

/** What accounts hold of persons. */
export interface FoundSubjects {
  readonly reveals: readonly {
    readonly accountId: string;
    readonly contactId: string;
    readonly infoType: string;
    readonly revealedAt: Date;
    readonly expiresAt: Date;
    readonly millicredits: number;
  }[];
  readonly ownedEmails: readonly { readonly accountId: string; readonly email: string }[];
}

type Dependencies = Pick<Upstream, 'revealAdmin'> & {
  readonly pool: Pool;
  readonly requestLogPool: Pool;
  readonly clock: Clock;
};

/** All of one call; the command waits for 60 s. */
const STEP_LIMIT_MS = 40_000;
const CALL_TIMEOUT_MS = 10_000;
const RESPONSE_BATCH = 1_000;
/** Reads the table of responses once. */
const FORGET_TIMEOUT_MS = 30_000;
const LEASE_POLL_MS = 500;
/** Twice as much as the clock of a service may differ from the database's. */
const CLOCK_MARGIN_MS = 5_000;
/** No account comes after it. */
const AFTER_ALL_ACCOUNTS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Returns what accounts hold of persons. */
export async function findSubjects(
  { revealAdmin }: Pick<Upstream, 'revealAdmin'>,
  { contactIds, emails }: Subjects,
  call: CallContext,
): Promise<FoundSubjects> {
  const found = {
    reveals: [] as FoundSubjects['reveals'][number][],
    ownedEmails: [] as FoundSubjects['ownedEmails'][number][],
  };
  let after = '';
  do {
    const request = { contactIds: [...contactIds], emails: [...emails], afterAccountId: after };
    const page = await revealAdmin.findSubjects(request, within(call, CALL_TIMEOUT_MS));
    for (const each of page.reveals)
      found.reveals.push({
        ...each,
        revealedAt: instantOf(each.revealedAt),
        expiresAt: instantOf(each.expiresAt),
      });
    found.ownedEmails.push(...page.ownedEmails);
    after = page.nextAfter;
  } while (after !== '');
  return found;
}

/**
 * Makes every service forget persons whom the directory has forgotten: first the records of what
 * accounts revealed, then the stored responses, which are made from these. A request that began
 * before and is still under way may store one more response, so this waits for those. At last it
 * adds the erasure to the trail. Every step can be repeated; a call ends after 40 s at most and says
 * whether there is more to do.
 */
export async function erase(
  { revealAdmin, pool, requestLogPool, clock }: Dependencies,
  id: string,
  { contactIds, emails, afterAccountId }: Subjects & { readonly afterAccountId: string },
  { call, actor }: { readonly call: CallContext; readonly actor: Actor },
): Promise<ErasureStep> {
  const endsAt = Date.now() + STEP_LIMIT_MS;
  const counts = { accounts: 0, reveals: 0, ownedEmails: 0, storedResponses: 0 };
  let after = afterAccountId;
  do {
    if (Date.now() > endsAt) return { done: false, afterAccountId: after, ...counts };
    const request = { contactIds: [...contactIds], emails: [...emails], afterAccountId: after };
    const page = await revealAdmin.eraseSubjects(request, within(call, CALL_TIMEOUT_MS));
    counts.accounts += page.accounts;
    counts.reveals += page.reveals;
    counts.ownedEmails += page.ownedEmails;
    after = page.nextAfter;
  } while (after !== '');

  const begunBefore = new Date(clock.now().getTime() + CLOCK_MARGIN_MS);
  for (;;) {
    const [forgotten] = await forgetResponses.run(requestLogPool, [begunBefore, RESPONSE_BATCH], {
      timeoutMs: FORGET_TIMEOUT_MS,
    });
    const { deleted = 0, underWay = 0 } = forgotten ?? {};
    counts.storedResponses += deleted;
    if (deleted === 0 && underWay === 0) break;
    if (Date.now() > endsAt) return { done: false, afterAccountId: AFTER_ALL_ACCOUNTS, ...counts };
    if (deleted === 0) await pause(LEASE_POLL_MS);
  }
  const change = {
    actor,
    action: 'person.erase',
    accountId: null,
    subject: { kind: 'erasure', id },
    details: { contacts: contactIds.length },
  };
  await recordChange(pool, change, id);
  return { done: true, afterAccountId: '', ...counts };
}

function within(call: CallContext, timeoutMs: number): CallContext {
  return { ...call, deadlineAt: Date.now() + timeoutMs };
}

/** The wire allows a time to be absent; reveal-service always sends it. */
function instantOf(timestamp: Timestamp | null): Date {
  if (timestamp === null) throw new Error('reveal-service sent a reveal without its times');
  return fromTimestamp(timestamp);
}
