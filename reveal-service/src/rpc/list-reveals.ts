import { parseUuid } from '@prospecting/directory/identifiers';
import { validationFailed } from '@prospecting/platform/errors';
import { toTimestamp } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import type { reveal } from '@prospecting/protos';
import { revealExpiry } from '../masking/validity.js';
import { selectReveals, type AuditedReveal, type RevealPosition } from '../sql/select-reveals.js';
import { NIL_UUID, parseAuditedAccount } from './audit-page.js';

const START: RevealPosition = ['', NIL_UUID, ''];
const POSITION = /^([a-z]+)\/([0-9a-f-]{36})\/([a-zA-Z]+)$/;

/**
 * A page of what the account has revealed, each beside what its attempt says of it and the instant
 * at which it must expire. Throws validation_failed.
 */
export async function listReveals(
  { revealPool }: { readonly revealPool: Pool },
  request: reveal.ListRevealsRequest,
): Promise<reveal.ListRevealsResponse> {
  const account = parseAuditedAccount(request);
  const after = parsePosition(request.after);
  const rows = await selectReveals.run(revealPool, [account, ...after, request.limit]);
  const last = rows[request.limit - 1];
  return { reveals: rows.map(toRevealRecord), nextAfter: last === undefined ? '' : positionOf(last) };
}

function positionOf({ subject, subjectId, infoType }: AuditedReveal): string {
  return [subject, subjectId, infoType].join('/');
}

function parsePosition(after: string): RevealPosition {
  if (after === '') return START;
  const [, subject = '', id = '', infoType = ''] = POSITION.exec(after) ?? [];
  const subjectId = parseUuid(id);
  if (subjectId === undefined) throw validationFailed({ after: ['must be a next_after or empty'] });
  return [subject, subjectId, infoType];
}

function toRevealRecord({
  revealedAt,
  expiresAt,
  attemptMillicredits,
  attemptAt,
  ...reveal
}: AuditedReveal): reveal.RevealRecord {
  return {
    ...reveal,
    revealedAt: toTimestamp(revealedAt),
    expiresAt: toTimestamp(expiresAt),
    dueToExpireAt: toTimestamp(revealExpiry(revealedAt)),
    ...(attemptMillicredits !== null && { attemptMillicredits }),
    ...(attemptAt !== null && { attemptAt: toTimestamp(attemptAt) }),
  };
}
