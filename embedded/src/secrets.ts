import path from 'node:path';
import { runtimeRoles } from './databases.js';
import { ensureSecret } from './private-files.js';
import type { StackSecrets } from './stack.js';

/** Everything that an installation keeps secret, drawn at its first start. */
export interface InstallationSecrets extends StackSecrets {
  /** Under which imports derive ids and hash sole traders' numbers. search-service hashes the numbers that it looks up with it too. */
  readonly identityKey: string;
  /** By database role. */
  readonly rolePasswords: Readonly<Record<string, string>>;
}

/** Reads the secrets of a data directory, a file each under `secrets/`, and draws those that are missing. */
export async function ensureSecrets(dataDir: string): Promise<InstallationSecrets> {
  const secret = (name: string): Promise<string> => ensureSecret(path.join(dataDir, 'secrets', name));
  const rolePasswords: Record<string, string> = {};
  for (const role of runtimeRoles) rolePasswords[role] = await secret(`password-${role}`);
  // The file has the name of its first use: what is on record was hashed under it.
  const identityKey = await secret('sole-trader-key');
  return {
    adminToken: await secret('admin-token'),
    cursorKeys: [await secret('cursor-key')],
    identityKey,
    soleTraderKey: identityKey,
    storedResponseSecrets: [await secret('stored-response-secret')],
    rolePasswords,
  };
}
