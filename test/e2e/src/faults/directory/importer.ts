import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { importContacts, importOrganizations, importSwitchboards } from '@prospecting/directory/import';
import type { Random } from '@prospecting/platform/random';
import type { Directory } from '../../support/records.js';
import type { People } from './people.js';

/** The secret under which Swedish sole traders' numbers are hashed. */
export const SOLE_TRADER_KEY = 'a sole trader key for tests, 32 characters or more';

/** Imports files into the directory, as an operator does. */
export interface Importer {
  /** Imports everything that a run starts with. */
  load(directory: Directory): Promise<void>;
  /**
   * Imports file after file until `shouldStop` returns true. Resolves when the last one is
   * imported.
   */
  run(shouldStop: () => boolean): Promise<void>;
  files(): number;
}

export interface ImporterOptions {
  readonly databaseUrl: string;
  readonly people: People;
  readonly random: Random;
  readonly violations: string[];
}

const PAUSE_MS = 1_500;
const RETRY_MS = 500;
/** Much longer than the database takes to recover. */
const TIME_LIMIT_MS = 120_000;

const IMPORTS = { organizations: importOrganizations, contacts: importContacts, switchboards: importSwitchboards };
type Kind = keyof typeof IMPORTS;

export function createImporter({ databaseUrl, people, random, violations }: ImporterOptions): Importer {
  let files = 0;

  const importFile = (kind: Kind, records: readonly object[]) =>
    IMPORTS[kind]({
      databaseUrl,
      input: Readable.from([Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))]),
      identityKey: SOLE_TRADER_KEY,
    });
  const importNew = async (kind: Kind, records: readonly object[]): Promise<void> => {
    const { inserted } = await importFile(kind, records);
    if (inserted !== records.length) throw new Error(`imported only ${inserted} of ${records.length} ${kind}`);
  };
  /**
   * Repeats the same file until it is imported. Whatever an earlier try left, the result is the
   * same.
   */
  const importKnown = async (kind: Kind, records: readonly object[]): Promise<void> => {
    const giveUpAt = performance.now() + TIME_LIMIT_MS;
    while (performance.now() < giveUpAt) {
      const result = await importFile(kind, records).catch(() => undefined);
      if (result !== undefined) {
        files += 1;
        const { inserted, rejected } = result;
        if (inserted + rejected > 0)
          violations.push(`a file of known ${kind} inserted ${inserted} records and rejected ${rejected}`);
        return;
      }
      await delay(RETRY_MS);
    }
    violations.push(`could not import a file of ${kind} in ${TIME_LIMIT_MS / 1_000} s`);
  };

  return {
    async load({ organizations = [], contacts = [], switchboards = [] }) {
      await importNew('organizations', organizations);
      await importNew('contacts', contacts);
      await importNew('switchboards', switchboards);
      await importNew('organizations', people.nextOrganizations(random));
      await importNew('contacts', people.nextContacts(random));
    },
    async run(shouldStop) {
      while (!shouldStop()) {
        if (random.chance(0.7)) await importKnown('contacts', people.nextContacts(random));
        else await importKnown('organizations', people.nextOrganizations(random));
        await delay(PAUSE_MS * 2 * random.next());
      }
    },
    files: () => files,
  };
}
