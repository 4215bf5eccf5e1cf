import { randomBytes } from 'node:crypto';
import { databaseUrls, schemas, startStack } from '@prospecting/embedded';
import { recordsOf, type Directory } from '@prospecting/e2e/support/index.js';
import { seed, SOLE_TRADER_KEY } from '@prospecting/e2e/support/seed.js';
import { createLogger } from '@prospecting/platform/telemetry';
import { createTestDatabase } from '@prospecting/platform/testing';

const { organization, contact, switchboard } = recordsOf(import.meta.url);

/** More than one page of 50. */
const PEOPLE = 60;

const nordvik = organization({
  name: 'Nordvik Python AB',
  city: 'Sundsvall',
  domains: ['nordvik-python.example'],
  website: 'https://nordvik-python.example',
  employeesMin: 50,
  technologies: ['Shopify'],
});
const people = Array.from({ length: PEOPLE }, (_, index) =>
  contact(nordvik, {
    name: `Astrid Exempel${String.fromCodePoint(97 + (index % 26))}${String.fromCodePoint(97 + Math.floor(index / 26))}`,
    email: `astrid.${index}@nordvik-python.example`,
    jobTitle: 'Head of Purchasing',
  }),
);
const lonely = organization({ name: 'Fjordlys Python AS', domains: ['fjordlys-python.example'] });

/** The records that the Python tests find; they read them from the environment. */
const DIRECTORY: Directory = {
  organizations: [nordvik, lonely],
  contacts: people,
  switchboards: [switchboard(nordvik, { phone: '+46701740699', email: 'info@nordvik-python.example' })],
};

/** The product on a database of its own, with the system's clock. */
export interface RunningStack {
  /** What tells the Python tests where it is. */
  readonly environment: NodeJS.ProcessEnv;
  /** Every line that the services have logged. */
  readonly log: readonly string[];
  stop(): Promise<void>;
}

export async function startPythonStack(): Promise<RunningStack> {
  const database = await createTestDatabase(schemas);
  const databases = databaseUrls((role) => database.urlFor(role));
  await seed({ databaseUrl: databases.importer, identityKey: SOLE_TRADER_KEY }, DIRECTORY);
  const log: string[] = [];
  const stack = await startStack({
    databases,
    poolSize: 4,
    secrets: {
      adminToken: randomBytes(24).toString('hex'),
      cursorKeys: [randomBytes(24).toString('hex')],
      soleTraderKey: SOLE_TRADER_KEY,
      storedResponseSecrets: [randomBytes(24).toString('hex')],
    },
    logger: createLogger({ service: 'python', level: 'info', destination: { write: (line) => void log.push(line) } }),
  });
  return {
    log,
    environment: {
      PROSPECTING_BASE_URL: stack.baseUrl,
      PROSPECTING_TEST_ADMIN_URL: stack.adminUrl,
      PROSPECTING_TEST_ADMIN_TOKEN: stack.adminToken,
      PROSPECTING_TEST_CONTACT_IDS: people.map(({ id }) => id).join(' '),
    },
    async stop() {
      await stack.stop();
      await database.drop();
    },
  };
}
