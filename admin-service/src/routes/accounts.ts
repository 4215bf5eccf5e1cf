import { randomUUID } from 'node:crypto';
import { toCredits } from '@prospecting/platform/amounts';
import { z } from '@prospecting/platform/config';
import { validationFailed } from '@prospecting/platform/errors';
import type { Account, Accounts } from '../accounts/accounts.js';
import type { Trail } from '../changes/trail.js';
import { ConsoleProblem } from '../console/console-problem.js';
import type { AdminDependencies } from '../dependencies.js';
import { credits, name, parseFields, priceGroup, targetRoles, uuid } from '../http/fields.js';
import { bodyOf, idOf, linkNext, type AdminContext } from '../http/request.js';
import type { Routes } from '../http/routes.js';
import { SAFE_TO_REPEAT, write } from '../http/write.js';

type Dependencies = Pick<AdminDependencies, 'creditsLedger' | 'creditsReader' | 'revealAdmin'> & {
  readonly accounts: Accounts;
  readonly trail: Trail;
};

const PAGE_SIZE = 1_000;

const newAccount = z.strictObject({
  /** Chosen by the caller, so that repeating the request creates one account. */
  id: uuid.optional(),
  name,
  apiEnabled: z.boolean().default(true),
  targetRoles: targetRoles.default([]),
  priceGroup: priceGroup.default('default'),
  /** Null: no credit subscription. */
  credits: z
    .strictObject({ included: credits.default(0), purchased: credits.default(0) })
    .nullable()
    .default({ included: 0, purchased: 0 }),
});

const accountChanges = z
  .strictObject({ name, apiEnabled: z.boolean(), targetRoles, priceGroup })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'must change something');

const ownedEmails = z.strictObject({ emails: z.array(z.string().max(1_000)).min(1).max(1_000) });

const page = z.strictObject({ after: z.guid().optional() });

export function accountRoutes(router: Routes, dependencies: Dependencies): void {
  const { accounts, revealAdmin, trail } = dependencies;

  router.post('/accounts', async (context: AdminContext) => {
    const { credits: allowance, id = randomUUID(), ...account } = await bodyOf(context, newAccount);
    const advice = `Send the request again with the id ${id}: it creates one account, and its credits once.`;
    let existed = true;
    const prepare = async (): Promise<void> => {
      existed = false;
      if (allowance !== null) await addFirstCredits(dependencies, context, id, allowance);
    };
    const details = { credits: allowance === null ? null : inCredits(allowance) };
    const created = await write(advice, () =>
      accounts.create({ id, ...account }, { by: context.state.actor, prepare, details }),
    );
    if (existed && allowance !== null) await assertFirstCredits(dependencies, context, id, allowance);
    context.status = 201;
    context.body = created;
  });

  router.get('/accounts', async (context: AdminContext) => {
    const { after } = parseFields(page, { ...context.query });
    const listed = await accounts.list(PAGE_SIZE, after);
    const last = listed[PAGE_SIZE - 1];
    if (last !== undefined) linkNext(context, last.id);
    context.body = listed;
  });

  router.get('/accounts/:id', async (context: AdminContext) => {
    const account: Account = await accounts.get(idOf(context));
    const { emails } = await revealAdmin.listOwnedEmails({ accountId: account.id }, context.state.call);
    context.body = { ...account, ownedEmails: emails };
  });

  router.patch('/accounts/:id', async (context: AdminContext) => {
    const id = idOf(context);
    const changes = await bodyOf(context, accountChanges);
    const { mayChange } = context.state;
    if (mayChange !== undefined && Object.keys(changes).some((field) => !mayChange.includes(field)))
      throw new ConsoleProblem('forbidden');
    const account = await write(SAFE_TO_REPEAT, () => accounts.update(id, changes, context.state.actor));
    context.body = account;
  });

  router.post('/accounts/:id/owned-emails', async (context: AdminContext) => {
    const { emails } = await bodyOf(context, ownedEmails);
    const { id } = await accounts.get(idOf(context));
    const request = { accountId: id, emails };
    const change = {
      actor: context.state.actor,
      action: 'owned_emails.add',
      accountId: id,
      subject: { kind: 'account', id },
      // An address may be a person's: the trail has their number only.
      details: { count: emails.length },
    };
    const owned = await write(SAFE_TO_REPEAT, () =>
      trail.around(change, () => revealAdmin.addOwnedEmails(request, context.state.call)),
    );
    context.body = { id, ownedEmails: owned.emails };
  });
}

/**
 * Reference of an account's first grant. A reference is granted once, so repeating it adds nothing.
 */
const FIRST_GRANT = 'account created';

/** In millicredits. */
interface FirstCredits {
  readonly included: number;
  readonly purchased: number;
}

function inCredits({ included, purchased }: FirstCredits): FirstCredits {
  return { included: toCredits(included), purchased: toCredits(purchased) };
}

/**
 * Checks that an account that already exists was created with these credits. Throws
 * `validation_failed` on `id` when it was created with others.
 */
async function assertFirstCredits(
  { creditsReader }: Dependencies,
  context: AdminContext,
  accountId: string,
  { included, purchased }: FirstCredits,
): Promise<void> {
  const request = { accountId, afterEntryId: 0, limit: 2 };
  const { entries } = await creditsReader.listEntries(request, context.state.call);
  const [subscribed, granted] = entries;
  const first = {
    included: subscribed?.includedMillicredits ?? 0,
    purchased: granted?.reference === FIRST_GRANT ? granted.purchasedMillicredits : 0,
  };
  if (first.included === included && first.purchased === purchased) return;
  throw validationFailed({ id: ['is the id of an account that was created with other credits'] });
}

/** Adds the credits of an account that is about to be created. Repeating it changes nothing. */
async function addFirstCredits(
  { creditsLedger }: Dependencies,
  context: AdminContext,
  accountId: string,
  allowance: FirstCredits,
): Promise<void> {
  const { call } = context.state;
  await creditsLedger.subscribe({ accountId, includedMillicredits: allowance.included }, call);
  if (allowance.purchased > 0)
    await creditsLedger.grant({ accountId, purchasedMillicredits: allowance.purchased, reference: FIRST_GRANT }, call);
}
