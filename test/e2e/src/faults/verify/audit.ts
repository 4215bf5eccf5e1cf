import { createAdmin } from '../../support/admin.js';
import type { Verification } from './verification.js';

/** Checks that the product's own audit finds every poisoned attempt and nothing else. */
export async function verifyAudit({ installation, poisons }: Verification): Promise<string[]> {
  const admin = createAdmin(installation.directAdminUrl, installation.adminToken);
  const { status, text } = await admin.ask('GET', '/credits/audit?graceSeconds=0');
  const lines = text.split('\n').filter((line) => line !== '');
  if (status !== 200 || !lines.at(-1)?.startsWith('{"done":'))
    return [`the audit did not finish: ${status} ${lines.at(-1)}`];
  const found = lines.filter((line) => /^\{"(?:pending|difference)":/.test(line));
  const isPoisoned = (line: string): boolean => poisons.some(({ accountId }) => line.includes(accountId));
  const missed = poisons.filter(
    ({ accountId }) => !found.some((line) => line.startsWith('{"difference":') && line.includes(accountId)),
  );
  return [
    ...found.filter((line) => !isPoisoned(line)).map((line) => `audit: ${line}`),
    ...missed.map(({ accountId, attemptId }) => `the audit misses the attempt ${attemptId} of account ${accountId}`),
  ];
}
