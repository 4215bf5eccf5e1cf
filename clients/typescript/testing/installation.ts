import { importTargetOf, prepareOurs } from '@prospecting/e2e/support/ours.js';
import type { Customer, Directory, Installation } from '@prospecting/e2e/support/index.js';
import { seed } from '@prospecting/e2e/support/seed.js';
import { schemas } from '@prospecting/embedded';
import { createTestDatabase, type TestDatabase } from '@prospecting/platform/testing';
import { Prospecting, type ClientOptions } from '#src/index.js';

/** Runs the whole product with these records for the tests of the surrounding `describe`. */
export function installationWith(directory: Directory): Installation {
  const { installation, start, stop } = prepareOurs('in-process', directory);
  let database: TestDatabase | undefined;
  before(async () => {
    database = await createTestDatabase(schemas);
    await seed(importTargetOf(database), directory);
    await start(database);
  });
  after(async () => {
    await stop();
    await database?.drop();
  });
  return installation;
}

/** Returns a client of the customer at the installation. */
export function clientOf(installation: Installation, { key }: Customer, options: ClientOptions = {}): Prospecting {
  return new Prospecting({ apiKey: key, baseUrl: `${installation.publicUrl}/external/v1`, ...options });
}
