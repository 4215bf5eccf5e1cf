import { randomUUID } from 'node:crypto';
import type { Queryable } from '@prospecting/platform/postgres';
import type { Actor } from './actor.js';
import { insertChange } from './sql/insert-change.js';
import { insertOutcome } from './sql/insert-outcome.js';

/** A line of the trail: who changed what. */
export interface Change {
  readonly actor: Actor;
  /** For example `key.create`. */
  readonly action: string;
  /** Null when the change is not of one account. */
  readonly accountId: string | null;
  readonly subject: { readonly kind: string; readonly id: string } | null;
  /** Neither secrets nor personal data of contacts. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Records a change of the schema `accounts`, on the connection of the transaction that makes it.
 * @param id of a change that may be repeated, which is recorded once
 */
export async function recordChange(client: Queryable, change: Change, id?: string): Promise<void> {
  await insert(client, change, false, id);
}

/**
 * Records the intent of a change that another service makes. Returns the line's id, for
 * `recordOutcome`. The line must be committed before the service is asked.
 */
export async function recordIntent(client: Queryable, change: Change): Promise<string> {
  return insert(client, change, true);
}

/** Records what became of an intent. `rejected`: nothing was changed. */
export async function recordOutcome(client: Queryable, id: string, outcome: 'done' | 'rejected'): Promise<void> {
  await insertOutcome.run(client, [id, outcome]);
}

async function insert(
  client: Queryable,
  change: Change,
  awaitsOutcome: boolean,
  id: string = randomUUID(),
): Promise<string> {
  const { actor, action, accountId, subject, details = {} } = change;
  await insertChange.run(client, [
    id,
    actor.kind,
    actor.id,
    actor.name,
    action,
    accountId,
    subject?.kind ?? null,
    subject?.id ?? null,
    JSON.stringify(details),
    awaitsOutcome,
  ]);
  return id;
}
