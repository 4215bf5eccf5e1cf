import { schemas } from '@prospecting/embedded';
import { createTestDatabase, type TestDatabase } from '@prospecting/platform/testing';
import { describeNeeds, ELSEWHERE, itNeeds, type Elsewhere, type Need } from './capabilities.js';
import { expectDiscreet } from './discretion.js';
import { createElsewhere } from './elsewhere.js';
import type { Installation } from './installation.js';
import { importTargetOf, prepareOurs } from './ours.js';
import type { Directory } from './records.js';
import { seed, seedAgain } from './seed.js';

type Tests = (installation: Installation) => void;

/**
 * Declares the tests of a promise. They run over both transports, each with an installation and a
 * clock of its own on a database with the given directory; at the end, no log may contain secrets
 * or personal data. With `E2E_BASE_URL` they run once, against the installation there.
 * @param needs what every test of the promise needs beside HTTP
 */
export function overEveryInstallation(promise: string, directory: Directory, tests: Tests, needs?: Need): void {
  if (ELSEWHERE === undefined) overBothTransports(promise, directory, tests);
  else if (needs === undefined) overThere(promise, directory, tests, ELSEWHERE);
  else describeNeeds(needs, promise, () => tests(createElsewhere(ELSEWHERE as Elsewhere).installation));
}

function overBothTransports(promise: string, directory: Directory, tests: Tests): void {
  describe(promise, () => {
    let database: TestDatabase | undefined;
    before(async () => {
      database = await createTestDatabase(schemas);
      await seed(importTargetOf(database), directory);
    });
    after(() => database?.drop());

    for (const transport of ['in-process', 'grpc'] as const) {
      describe(`over ${transport === 'grpc' ? 'gRPC' : 'calls in one process'}`, () => {
        const { installation, confidential, start, stop } = prepareOurs(transport, directory);
        before(() => start(database as TestDatabase));
        after(stop);
        tests(installation);
        itNeeds('log', 'keeps keys and personal data out of its log [5.6]', async () =>
          expectDiscreet(installation.logLines(), confidential),
        );
      });
    }
  });
}

/** Longer than the wait for the next rate window and the slowest test together. */
const TIMEOUT_ELSEWHERE_MS = 120_000;

function overThere(promise: string, directory: Directory, tests: Tests, elsewhere: Elsewhere): void {
  describe(promise, function () {
    this.timeout(TIMEOUT_ELSEWHERE_MS);
    const { installation, stop } = createElsewhere(elsewhere);
    before(() => seedAgain(elsewhere, directory));
    after(stop);
    tests(installation);
  });
}
