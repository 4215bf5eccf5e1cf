import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes a batch of completed responses whose requests began before a time, and counts what is left
 * from before it: requests that may still store one, and responses that others lock. Reads all
 * stored responses without their bodies. Locks the rows that it deletes.
 */
export const forgetResponses = statement<
  readonly [begunBefore: Date, batch: number],
  { readonly deleted: number; readonly underWay: number }
>('edge_forget_responses', `select deleted, under_way as "underWay" from edge.forget_responses($1, $2)`);
