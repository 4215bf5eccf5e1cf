import { randomInt, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { importOrganizations, type ImportOptions } from '@prospecting/directory/import';
import { startStack } from '@prospecting/embedded';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { batchOf, type Customer, type Installation, keyed, overEveryInstallation, PATHS } from './support/index.js';
import { SOLE_TRADER_KEY } from './support/seed.js';

const CREDITS = 10;
/** An address, a phone number, the details, and both of a switchboard. */
const SPENT = 1.2 + 0.2 + 1.2;
const CHANNELS = { email: 'kari@fjellhaug.example', phone: '+4722174099' };
const SWITCHBOARD = { email: 'post@fjellhaug.example', phone: '+4721000001' };

/** A unit as the Norwegian register writes it. */
interface Unit {
  readonly organisasjonsnummer: string;
  readonly navn: string;
  readonly hjemmeside: string;
  readonly slettedato?: string;
}

interface ShownReveal {
  readonly subject: string;
  readonly subjectId: string;
  readonly infoType: string;
  readonly credits: number;
  readonly name: string | null;
  readonly organizationName: string | null;
}

/** Returns the file and the options of the import that removes the unit. */
type FileOf = (unit: Unit, other: Unit) => [Unit[], Partial<ImportOptions>];

const REMOVALS: Readonly<Record<string, FileOf>> = {
  'missing from a full file': (_, other) => [[other], { full: true, allowDeletionsPercent: 100 }],
  deregistered: (unit) => [[{ ...unit, slettedato: '2026-03-14' }], {}],
};

interface Spend {
  readonly path: string;
  readonly body: object;
  readonly key: string;
}

/** An account that has revealed everything of an organization that is gone. */
interface Story {
  readonly unit: Unit;
  readonly contacts: readonly object[];
  readonly customer: Customer;
  readonly organizationId: string | undefined;
  readonly contactId: string | undefined;
  readonly spends: readonly Spend[];
  /** The answers to the spends. */
  readonly paid: readonly unknown[];
  /** What the console listed before the removal. */
  readonly shown: readonly ShownReveal[];
}

overEveryInstallation(
  'An organization that its register removes changes nothing that was paid',
  {},
  (api) => {
    const stories = new Map<string, Story>();
    let pages: Console;

    before(async () => {
      pages = await openConsole(api);
      for (const [removal, fileOf] of Object.entries(REMOVALS)) stories.set(removal, await tell(fileOf));
    });

    const importUnits = async (units: readonly Unit[], options: Partial<ImportOptions> = {}) =>
      importOrganizations({
        databaseUrl: api.databases.importer,
        identityKey: SOLE_TRADER_KEY,
        format: 'brreg-json',
        input: Readable.from([Buffer.from(JSON.stringify(units))]),
        ...options,
      });

    const totalOf = async (customer: Customer): Promise<number> =>
      ((await customer.send(PATHS.credits)).json as { total: number }).total;

    /** Lets an account reveal everything of an organization, and then its register remove it. */
    async function tell(fileOf: FileOf): Promise<Story> {
      const [unit, other] = [newUnit('Fjellhaug AS'), newUnit('Solhaug AS')];
      const contacts = [{ organization: organizationOf(unit), name: 'Kari Fjellhaug', ...CHANNELS }];
      await importUnits([unit, other]);
      await api.load({ contacts, switchboards: [{ organization: organizationOf(unit), ...SWITCHBOARD }] });
      const customer = await api.customer({ credits: { purchased: CREDITS } });
      const [listed] = await customer.listContacts([organizationItem(unit)]);
      const [organizationId, contactId] = [listed?.organization?.id, listed?.contacts?.[0]?.id];
      const spends = spendsOn(unit, contactId);
      const paid: unknown[] = [];
      for (const { path, body, key } of spends) paid.push((await customer.post(path, body, keyed(key))).json);
      expect(await totalOf(customer)).to.equal(CREDITS - SPENT);
      const shown = await pages.revealsOf(customer);
      const [records, options] = fileOf(unit, other);
      expect((await importUnits(records, options)).removed).to.be.at.least(1);
      return { unit, contacts, customer, organizationId, contactId, spends, paid, shown };
    }

    it('leaves the audit without a difference [D money.7]', async () => {
      const found = await eventually(
        () => audit(api),
        ({ pending }) => pending === 0,
      );
      expect(found.differences).to.deep.equal([]);
    });

    for (const removal of Object.keys(REMOVALS)) {
      const story = (): Story => stories.get(removal) as Story;

      it(`${removal}: still lists what the account revealed, at its price, without the names that are gone`, async () => {
        const { customer, unit, shown: before } = story();
        const after = await pages.revealsOf(customer);
        expect(factsOf(after)).to.deep.equal(factsOf(before));
        expect(after.map(({ subject, infoType, credits }) => [subject, infoType, credits])).to.have.deep.members([
          ['contact', 'email', 0.2],
          ['contact', 'phone', 1],
          ['organization', 'details', 0.2],
          ['switchboard', 'email', 0.2],
          ['switchboard', 'phone', 1],
        ]);
        expect(new Set(before.map(({ organizationName }) => organizationName))).to.deep.equal(new Set([unit.navn]));
        expect(new Set(after.flatMap(({ name, organizationName }) => [name, organizationName]))).to.deep.equal(
          new Set([null]),
        );
      });

      it(`${removal}: answers a further request as for an unknown record, without a charge`, async () => {
        const { customer, spends } = story();
        for (const { path, body } of spends) {
          const again = batchOf(await customer.post(path, body, keyed()));
          expect(again.results.map(({ status }) => status)).to.deep.equal(['not_found']);
          expect(again).to.include({ creditsCharged: 0, creditsQuoted: 0 });
        }
        expect(await totalOf(customer)).to.equal(CREDITS - SPENT);
      });

      it(`${removal}: repeats the answer to a retry with its Idempotency-Key, without a charge`, async () => {
        const { customer, spends, paid } = story();
        for (const [index, { path, body, key }] of spends.entries())
          expect((await customer.post(path, body, keyed(key))).json).to.deep.equal(paid[index]);
        expect(await totalOf(customer)).to.equal(CREDITS - SPENT);
      });

      it(`${removal}: shows what was paid, free, under the same ids when the register has it again`, async () => {
        const { customer, unit, contacts, organizationId, contactId, spends } = story();
        await importUnits([unit]);
        await api.load({ contacts, switchboards: [{ organization: organizationOf(unit), ...SWITCHBOARD }] });
        const [listed] = await customer.listContacts([organizationItem(unit)]);
        expect(listed?.organization?.id).to.equal(organizationId);
        expect(listed?.contacts?.[0]).to.include({ id: contactId, ...CHANNELS });
        for (const { path, body } of spends)
          expect(batchOf(await customer.post(path, body, keyed())).creditsCharged).to.equal(0);
        expect(await totalOf(customer)).to.equal(CREDITS - SPENT);
        expect((await audit(api)).differences).to.deep.equal([]);
      });
    }
  },
  'tables',
);

/** Returns a unit that no other test has. */
function newUnit(navn: string): Unit {
  return {
    organisasjonsnummer: String(randomInt(800_000_000, 900_000_000)),
    navn,
    hjemmeside: 'www.fjellhaug.example',
  };
}

/** Names a unit in an import. */
function organizationOf({ organisasjonsnummer }: Unit): object {
  return { countryCode: 'NO', organizationNumber: organisasjonsnummer };
}

/** Names a unit in a request. */
function organizationItem({ organisasjonsnummer }: Unit): object {
  return { countryCode: 'NO', orgNumber: organisasjonsnummer };
}

/** Returns a request for everything that can be revealed of a unit and its contact. */
function spendsOn(unit: Unit, contactId: string | undefined): Spend[] {
  const bodies: readonly [string, object][] = [
    [PATHS.reveal, { items: [{ contactId }], infoTypes: ['email', 'phone'] }],
    [PATHS.organizations, { items: [organizationItem(unit)], reveal: ['details'] }],
    [PATHS.switchboards, { items: [organizationItem(unit)], reveal: ['phone', 'email'] }],
  ];
  return bodies.map(([path, body]) => ({ path, body: { ...body, maxCredits: 2 }, key: randomUUID() }));
}

/** Returns what money says of reveals, without names. */
function factsOf(reveals: readonly ShownReveal[]): object[] {
  return reveals.map(({ subject, subjectId, infoType, credits }) => ({ subject, subjectId, infoType, credits }));
}

/** Returns what `prospect credits audit` reads. */
async function audit(api: Installation): Promise<{ pending: number; differences: unknown[] }> {
  const { text } = await api.admin.ask('GET', '/credits/audit?graceSeconds=600');
  const lines = text.split('\n').filter((line) => line !== '');
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(parsed.at(-1), 'the last line').to.have.property('done');
  return {
    pending: parsed.filter((line) => 'pending' in line).length,
    differences: parsed.flatMap((line) => ('difference' in line ? [line['difference']] : [])),
  };
}

/** The pages of an account's admin. */
interface Console {
  revealsOf(customer: Customer): Promise<ShownReveal[]>;
}

/** Starts an installation with a console beside this one. */
async function openConsole(api: Installation): Promise<Console> {
  const { admin } = await api.alongside({ start: (options) => startStack({ ...options, consolePort: 0 }) });
  return {
    async revealsOf({ accountId }) {
      const email = `${randomUUID()}@operator.example`;
      await admin.post('/console/users', { email, name: 'Operator', role: 'operator' });
      const { url } = await admin.post<{ url: string }>('/console/links', { user: email });
      const { origin, hash } = new URL(url);
      const signedIn = await fetch(`${origin}/console/v1/sign-in/link`, {
        method: 'POST',
        headers: { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        body: JSON.stringify({ token: hash.replace('#token=', '') }),
      });
      const cookie = (signedIn.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
      const answer = await fetch(`${origin}/console/v1/accounts/${accountId}/reveals`, { headers: { cookie } });
      expect(answer.status).to.equal(200);
      return (await answer.json()) as ShownReveal[];
    },
  };
}
