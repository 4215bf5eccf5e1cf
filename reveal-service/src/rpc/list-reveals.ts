import { toTimestamp } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import { NIL_UUID, parseUuid } from '@prospecting/platform/uuid';
import type { reveal } from '@prospecting/protos';
import { revealExpiry } from '../masking/reveal-record.js';
import { failValidation } from '../request-fields.js';
import { selectReveals, type AuditedRevealRow, type RevealPosition } from '../sql/select-reveals.js';
import { parseAuditedAccount } from './audit-page.js';

const START: RevealPosition = ['', NIL_UUID, ''];
const POSITION = /^([a-z]+)\/([0-9a-f-]{36})\/([a-zA-Z]+)$/;

/**
 * Returns a page of the account's reveals, each with what its attempt states about it and the
 * instant at which it must expire. Throws validation_failed.
 */
export async function listReveals(
  { revealPool }: { readonly revealPool: Pool },
  request: reveal.ListRevealsRequest,
): Promise<reveal.ListRevealsResponse> {
  const accountId = parseAuditedAccount(request);
  const after = parsePosition(request.after);
  const rows = await selectReveals.run(revealPool, [accountId, ...after, request.limit]);
  const last = rows[request.limit - 1];
  return { reveals: rows.map(toRevealRecord), nextAfter: last === undefined ? '' : positionOf(last) };
}

function positionOf({ subject, subjectId, infoType }: AuditedRevealRow): string {
  return [subject, subjectId, infoType].join('/');
}

function parsePosition(after: string): RevealPosition {
  if (after === '') return START;
  const [, subject = '', id = '', infoType = ''] = POSITION.exec(after) ?? [];
  const subjectId = parseUuid(id) ?? failValidation('after', 'must be a next_after or empty');
  return [subject, subjectId, infoType];
}

function toRevealRecord({
  revealedAt,
  expiresAt,
  attemptMillicredits,
  attemptAt,
  ...reveal
}: AuditedRevealRow): reveal.RevealRecord {
  return {
    ...reveal,
    revealedAt: toTimestamp(revealedAt),
    expiresAt: toTimestamp(expiresAt),
    dueToExpireAt: toTimestamp(revealExpiry(revealedAt)),
    ...(attemptMillicredits !== null && { attemptMillicredits }),
    ...(attemptAt !== null && { attemptAt: toTimestamp(attemptAt) }),
  };
}
