import { z } from '@prospecting/platform/config';
import { fromTimestamp } from '@prospecting/platform/grpc';
import type { credits as protos } from '@prospecting/protos';
import type { Accounts } from '../accounts/accounts.js';
import { amountOf, toCredits } from '@prospecting/platform/amounts';
import type { Trail } from '../changes/trail.js';
import type { AdminDependencies } from '../dependencies.js';
import { credits, parseFields, reference } from '../http/fields.js';
import { bodyOf, idOf, linkNext, type AdminContext } from '../http/request.js';
import type { Routes } from '../http/routes.js';
import { instant } from '../http/times.js';
import { DISORDER_MS, entryBefore } from '../ledger/find-entry.js';
import { SAFE_TO_REPEAT, write } from '../http/write.js';

type Dependencies = Pick<AdminDependencies, 'creditsLedger' | 'creditsReader'> & {
  readonly accounts: Accounts;
  readonly trail: Trail;
};

const PAGE_SIZE = 1_000;

const grant = z.strictObject({ purchased: credits, reference });
const subscription = z.strictObject({ included: credits });
const ledgerQuery = z.strictObject({
  after: z.coerce.number().int().min(0).optional(),
  since: instant.optional(),
  until: instant.optional(),
});

export function creditRoutes(router: Routes, { accounts, creditsLedger, creditsReader, trail }: Dependencies): void {
  router.get('/accounts/:id/credits', async (context: AdminContext) => {
    const { id } = await accounts.get(idOf(context));
    const { balances } = await creditsReader.getBalances({ accountIds: [id] }, context.state.call);
    context.body = presentBalance(balances[0]);
  });

  router.post('/accounts/:id/credits/grants', async (context: AdminContext) => {
    const body = await bodyOf(context, grant);
    const { id } = await accounts.get(idOf(context));
    const request = { accountId: id, purchasedMillicredits: body.purchased, reference: body.reference };
    const advice = `Send the request again with the reference ${body.reference}: a reference is granted once.`;
    const change = {
      actor: context.state.actor,
      action: 'credits.grant',
      accountId: id,
      subject: { kind: 'account', id },
      details: { purchased: toCredits(body.purchased), reference: body.reference },
    };
    context.body = await write(advice, async () =>
      presentBalance(await trail.around(change, () => creditsLedger.grant(request, context.state.call))),
    );
  });

  router.post('/accounts/:id/credits/subscription', async (context: AdminContext) => {
    const { included } = await bodyOf(context, subscription);
    const { id } = await accounts.get(idOf(context));
    const request = { accountId: id, includedMillicredits: included };
    const change = {
      actor: context.state.actor,
      action: 'credits.subscribe',
      accountId: id,
      subject: { kind: 'account', id },
      details: { included: toCredits(included) },
    };
    context.body = await write(SAFE_TO_REPEAT, async () =>
      presentBalance(await trail.around(change, () => creditsLedger.subscribe(request, context.state.call))),
    );
  });

  router.get('/accounts/:id/credits/ledger', async (context: AdminContext) => {
    const { after, since, until } = parseFields(ledgerQuery, { ...context.query });
    const { id } = await accounts.get(idOf(context));
    const read = async (afterEntryId: number, limit: number): Promise<readonly protos.Entry[]> =>
      (await creditsReader.listEntries({ accountId: id, afterEntryId, limit }, context.state.call)).entries;
    const before = async (time: Date): Promise<number> =>
      entryBefore(time, async (entryId) => (await read(entryId, 1)).map(timed)[0]);
    const entries = await read(after ?? (since === undefined ? 0 : await before(since)), PAGE_SIZE);
    const last = entries[PAGE_SIZE - 1];
    const isPast = last !== undefined && until !== undefined && timed(last).atMs > until.getTime() + DISORDER_MS;
    if (last !== undefined && !isPast) linkNext(context, last.entryId);
    const [from, to] = [since?.getTime() ?? -Infinity, until?.getTime() ?? Infinity];
    context.body = entries.filter((entry) => timed(entry).atMs >= from && timed(entry).atMs < to).map(presentEntry);
  });
}

function timed({ entryId, at }: protos.Entry): { entryId: number; atMs: number } {
  return { entryId, atMs: at === null ? 0 : fromTimestamp(at).getTime() };
}

interface ShownBalance {
  readonly included: number;
  readonly purchased: number;
  readonly total: number;
  readonly subscription: { readonly included: number; readonly renewsAt: Date | null } | null;
}

function presentBalance(balance: protos.Balance | undefined): ShownBalance {
  if (balance === undefined) throw new Error('credits-service returned no balance for an account');
  const { includedMillicredits, purchasedMillicredits } = balance;
  // An absent field is null over gRPC and undefined in one process.
  const subscribed = balance.subscription ?? null;
  return {
    included: toCredits(includedMillicredits),
    purchased: toCredits(purchasedMillicredits),
    total: toCredits(amountOf(balance)),
    subscription: subscribed === null ? null : presentSubscription(subscribed),
  };
}

function presentSubscription({
  includedMillicredits,
  renewsAt,
}: protos.Subscription): NonNullable<ShownBalance['subscription']> {
  return { included: toCredits(includedMillicredits), renewsAt: renewsAt === null ? null : fromTimestamp(renewsAt) };
}

interface ShownEntry {
  readonly at: Date | null;
  readonly kind: string;
  /** Signed change. */
  readonly included: number;
  /** Signed change. */
  readonly purchased: number;
  readonly reservationId: string | null;
  readonly reference: string | null;
}

function presentEntry(entry: protos.Entry): ShownEntry {
  return {
    at: entry.at === null ? null : fromTimestamp(entry.at),
    kind: entry.kind,
    included: toCredits(entry.includedMillicredits),
    purchased: toCredits(entry.purchasedMillicredits),
    reservationId: entry.reservationId ?? null,
    reference: entry.reference ?? null,
  };
}
