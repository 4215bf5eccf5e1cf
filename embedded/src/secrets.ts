import path from 'node:path';
import { runtimeRoles } from '@prospecting/database';
import { ensureSecret } from './private-files.js';
import type { StackSecrets } from './environments.js';

/** All secrets of an installation, created at its first start. */
export interface InstallationSecrets extends StackSecrets {
  /**
   * Key with which imports derive ids and hash sole traders' numbers. search-service hashes the
   * numbers that it looks up with the same key.
   */
  readonly identityKey: string;
  /** Password of each database role. */
  readonly rolePasswords: Readonly<Record<string, string>>;
}

/** Reads the secrets of a data directory, one file each in `secrets/`. Creates the missing ones. */
export async function ensureSecrets(dataDir: string): Promise<InstallationSecrets> {
  const secret = (name: string): Promise<string> => ensureSecret(path.join(dataDir, 'secrets', name));
  const rolePasswords: Record<string, string> = {};
  for (const role of runtimeRoles) rolePasswords[role] = await secret(`password-${role}`);
  // The name is that of the key's first use. Existing records were hashed with this key, so it
  // stays.
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
