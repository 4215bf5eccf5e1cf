import { toCredits } from '@prospecting/platform/amounts';
import { z } from '@prospecting/platform/config';
import { validationFailed } from '@prospecting/platform/errors';
import { toTimestamp } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import type { Accounts } from '../../accounts/accounts.js';
import type { KeyAdministration } from '../../api-keys/key-administration.js';
import type { AdminDependencies } from '../../dependencies.js';
import { parseFields } from '../../http/fields.js';
import { idOf } from '../../http/request.js';
import type { Routes } from '../../http/routes.js';
import { DAY_MS, instant, startOfDay } from '../../http/times.js';

interface Dependencies extends Pick<AdminDependencies, 'clock' | 'revealAdmin'> {
  readonly accounts: Accounts;
  readonly keys: KeyAdministration;
}

const MAX_DAYS = 92;
const DEFAULT_DAYS = 30;
const query = z.strictObject({ from: instant.optional(), to: instant.optional() });

export function spendingRoutes(routes: Routes, { accounts, clock, keys, revealAdmin }: Dependencies): void {
  routes.get('/accounts/:id/spending', async (context) => {
    const given = parseFields(query, { ...context.query });
    const { id: accountId } = await accounts.get(idOf(context));
    // Whole days: a day that is shown in part looks like a fall.
    const last = startOfDay(given.to === undefined ? clock.now() : new Date(given.to.getTime() - 1));
    const from = startOfDay(given.from ?? new Date(last.getTime() - (DEFAULT_DAYS - 1) * DAY_MS));
    const to = new Date(last.getTime() + DAY_MS);
    const count = (to.getTime() - from.getTime()) / DAY_MS;
    if (count < 1) throw validationFailed({ to: ['must be after from'] });
    if (count > MAX_DAYS) throw validationFailed({ to: [`must be at most ${MAX_DAYS} days after from`] });
    const request = { accountId, from: toTimestamp(from), to: toTimestamp(to) };
    const [{ days: spent }, secrets] = await Promise.all([
      revealAdmin.sumSpending(request, context.state.call),
      keys.list(accountId),
    ]);
    const names = new Map(secrets.map(({ id, name }) => [id, name]));
    const days = Array.from({ length: count }, (_, index) =>
      new Date(from.getTime() + index * DAY_MS).toISOString().slice(0, 10),
    );
    context.body = {
      from,
      to,
      keys: byKey(spent).map((each) => ({ ...each, name: names.get(each.keyId ?? '') ?? null })),
      days: days.map((day) => {
        const ofDay = spent.filter((each) => each.day === day);
        return { day, credits: sum(ofDay), byKey: byKey(ofDay) };
      }),
    };
  });
}

function sum(spent: readonly reveal.SpendingOfDay[]): number {
  return toCredits(spent.reduce((total, { millicredits }) => total + millicredits, 0));
}

/** Returns the spending of each key, the largest first. */
function byKey(spent: readonly reveal.SpendingOfDay[]): { keyId: string | null; credits: number }[] {
  const keyIds = [...new Set(spent.map(({ keyId }) => keyId ?? null))];
  return keyIds
    .map((keyId) => ({ keyId, credits: sum(spent.filter((each) => (each.keyId ?? null) === keyId)) }))
    .toSorted((one, other) => other.credits - one.credits);
}
