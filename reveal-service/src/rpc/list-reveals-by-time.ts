import { toTimestamp } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import { parseUuid } from '@prospecting/platform/uuid';
import type { reveal } from '@prospecting/protos';
import { failValidation } from '../request-fields.js';
import { selectRevealsByTime, type RevealByKeyRow, type TimePosition } from '../sql/select-reveals-by-time.js';
import { SUBJECTS } from '../subjects.js';
import { parseAuditedAccount } from './audit-page.js';
import { parseTimes } from './sum-spending.js';

const START: TimePosition = [null, null, null, null];
const POSITION = /^(\d{1,17})\/([a-z]+)\/([0-9a-f-]{36})\/([a-zA-Z]+)$/;

/** Returns a page of what the account revealed, newest first. Throws validation_failed. */
export async function listRevealsByTime(
  { revealPool }: { readonly revealPool: Pool },
  request: reveal.ListRevealsByTimeRequest,
): Promise<reveal.ListRevealsByTimeResponse> {
  const accountId = parseAuditedAccount(request);
  const { from, to } = parseTimes(request);
  const subject = request.subject === '' ? null : request.subject;
  if (subject !== null && !(SUBJECTS as readonly string[]).includes(subject))
    failValidation('subject', `must be one of ${SUBJECTS.join(', ')}`);
  const before = parsePosition(request.before);
  const rows = await selectRevealsByTime.run(revealPool, [accountId, from, to, subject, ...before, request.limit]);
  const last = rows[request.limit - 1];
  return { reveals: rows.map(present), nextBefore: last === undefined ? '' : positionOf(last) };
}

function positionOf({ revealedAtMicros, subject, subjectId, infoType }: RevealByKeyRow): string {
  return [revealedAtMicros, subject, subjectId, infoType].join('/');
}

function parsePosition(before: string): TimePosition {
  if (before === '') return START;
  const [, micros = '', subject = '', id = '', infoType = ''] = POSITION.exec(before) ?? [];
  return [micros, subject, parseUuid(id) ?? failValidation('before', 'must be a next_before or empty'), infoType];
}

function present(found: RevealByKeyRow): reveal.RevealByKey {
  const { revealedAt, expiresAt, keyId, revealedAtMicros: _revealedAtMicros, ...row } = found;
  return {
    ...row,
    revealedAt: toTimestamp(revealedAt),
    expiresAt: toTimestamp(expiresAt),
    ...(keyId !== null && { keyId }),
  };
}
