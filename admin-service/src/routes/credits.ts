import type Router from '@koa/router';
import { z } from '@prospecting/platform/config';
import { fromTimestamp } from '@prospecting/platform/grpc';
import type { credits as protos } from '@prospecting/protos';
import type { Accounts } from '../accounts/accounts.js';
import { amountOf, toCredits } from '@prospecting/platform/amounts';
import type { AdminDependencies } from '../dependencies.js';
import { credits, parseFields, reference } from '../http/fields.js';
import { bodyOf, idOf, linkNext, type AdminContext, type AdminState } from '../http/request.js';
import { SAFE_TO_REPEAT, write } from '../http/write.js';

type Dependencies = Pick<AdminDependencies, 'creditsLedger' | 'creditsReader'> & { readonly accounts: Accounts };

const PAGE_SIZE = 1_000;

const grant = z.strictObject({ purchased: credits, reference });
const subscription = z.strictObject({ included: credits });
const page = z.strictObject({ after: z.coerce.number().int().min(0).default(0) });

export function creditRoutes(
  router: Router<AdminState>,
  { accounts, creditsLedger, creditsReader }: Dependencies,
): void {
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
    context.body = await write(advice, async () =>
      presentBalance(await creditsLedger.grant(request, context.state.call)),
    );
  });

  router.post('/accounts/:id/credits/subscription', async (context: AdminContext) => {
    const { included } = await bodyOf(context, subscription);
    const { id } = await accounts.get(idOf(context));
    const request = { accountId: id, includedMillicredits: included };
    context.body = await write(SAFE_TO_REPEAT, async () =>
      presentBalance(await creditsLedger.subscribe(request, context.state.call)),
    );
  });

  router.get('/accounts/:id/credits/ledger', async (context: AdminContext) => {
    const { after } = parseFields(page, { ...context.query });
    const { id } = await accounts.get(idOf(context));
    const request = { accountId: id, afterEntryId: after, limit: PAGE_SIZE };
    const { entries } = await creditsReader.listEntries(request, context.state.call);
    const last = entries[PAGE_SIZE - 1];
    if (last !== undefined) linkNext(context, last.entryId);
    context.body = entries.map(presentEntry);
  });
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
