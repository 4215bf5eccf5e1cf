import { z } from '@prospecting/platform/config';
import type { Accounts } from '../accounts/accounts.js';
import { MAX_OVERLAP_SECONDS, type KeyAdministration } from '../api-keys/key-administration.js';
import { ConsoleProblem } from '../console/console-problem.js';
import { limits, name } from '../http/fields.js';
import { bodyOf, idOf, type AdminContext } from '../http/request.js';
import type { Routes } from '../http/routes.js';
import { SAFE_TO_REPEAT, write } from '../http/write.js';

interface Dependencies {
  readonly accounts: Accounts;
  readonly keys: KeyAdministration;
}

const newKey = z.strictObject({ name, limits: limits.default({}) });
const roll = z.strictObject({ overlapSeconds: z.number().int().min(0).max(MAX_OVERLAP_SECONDS).default(0) });
/** A key is shown once, so a key that was created without an answer cannot be used. */
const IF_KEY_LOST = "If it was, the key cannot be shown again: list the account's keys, revoke it and create another.";
const IF_ROLL_LOST = 'If it was, the new key cannot be shown again: roll it again.';

export function keyRoutes(router: Routes, { accounts, keys }: Dependencies): void {
  router.post('/accounts/:id/keys', async (context: AdminContext) => {
    const body = await bodyOf(context, newKey);
    const { mayChange } = context.state;
    if (mayChange?.includes('limits') === false && Object.keys(body.limits).length > 0)
      throw new ConsoleProblem('forbidden');
    const key = { accountId: idOf(context), name: body.name, limits: body.limits };
    const created = await write(IF_KEY_LOST, () => keys.create(key, context.state.actor));
    context.status = 201;
    context.body = created;
  });

  router.get('/accounts/:id/keys', async (context: AdminContext) => {
    const { id } = await accounts.get(idOf(context));
    context.body = await keys.list(id);
  });

  router.post('/keys/:id/roll', async (context: AdminContext) => {
    const id = idOf(context);
    const { overlapSeconds } = await bodyOf(context, roll);
    const rolled = await write(IF_ROLL_LOST, () => keys.roll(id, overlapSeconds, context.state.actor));
    context.body = rolled;
  });

  router.post('/keys/:id/revoke', async (context: AdminContext) => {
    const id = idOf(context);
    const revoked = await write(SAFE_TO_REPEAT, () => keys.revoke(id, context.state.actor));
    context.body = revoked;
  });
}
