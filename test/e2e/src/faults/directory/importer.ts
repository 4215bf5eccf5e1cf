import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { importContacts, importOrganizations, importSwitchboards } from '@prospecting/directory/import';
import type { Directory } from '../../support/records.js';
import type { Random } from '../random.js';
import type { People } from './people.js';

/** Under which Swedish sole traders' numbers are hashed. */
export const SOLE_TRADER_KEY = 'a sole trader key for tests, 32 characters or more';

/** Brings files into the directory, as an operator would. */
export interface Importer {
  /** Everything that a run begins with. */
  load(directory: Directory): Promise<void>;
  /** Brings file after file until told to stop; resolves when the last one is in. */
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
/** The database is back long before that. */
const GIVE_UP_MS = 120_000;

const IMPORTS = { organizations: importOrganizations, contacts: importContacts, switchboards: importSwitchboards };
type Kind = keyof typeof IMPORTS;

export function createImporter({ databaseUrl, people, random, violations }: ImporterOptions): Importer {
  let files = 0;

  const bring = (kind: Kind, records: readonly object[]) =>
    IMPORTS[kind]({
      databaseUrl,
      input: Readable.from([Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))]),
      identityKey: SOLE_TRADER_KEY,
    });
  const bringAll = async (kind: Kind, records: readonly object[]): Promise<void> => {
    const { inserted } = await bring(kind, records);
    if (inserted !== records.length) throw new Error(`${inserted} of ${records.length} ${kind} were imported`);
  };
  /** The same file until it is in: whatever an earlier try left, it comes to the same. */
  const bringAgain = async (kind: Kind, records: readonly object[]): Promise<void> => {
    const giveUpAt = performance.now() + GIVE_UP_MS;
    while (performance.now() < giveUpAt) {
      const result = await bring(kind, records).catch(() => undefined);
      if (result !== undefined) {
        files += 1;
        const { inserted, rejected } = result;
        if (inserted + rejected > 0)
          violations.push(`a file of known ${kind} had ${inserted} new ones and ${rejected} rejected`);
        return;
      }
      await delay(RETRY_MS);
    }
    violations.push(`a file of ${kind} could not be imported`);
  };

  return {
    async load({ organizations = [], contacts = [], switchboards = [] }) {
      await bringAll('organizations', organizations);
      await bringAll('contacts', contacts);
      await bringAll('switchboards', switchboards);
      await bringAll('organizations', people.nextOrganizations(random));
      await bringAll('contacts', people.nextContacts(random));
    },
    async run(shouldStop) {
      while (!shouldStop()) {
        if (random.chance(0.7)) await bringAgain('contacts', people.nextContacts(random));
        else await bringAgain('organizations', people.nextOrganizations(random));
        await delay(PAUSE_MS * 2 * random.next());
      }
    },
    files: () => files,
  };
}
