import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Prospecting } from '@prospecting/client';
import {
  inventDirectory,
  openGate,
  sampleDirectory,
  startProgram,
  useInstallation,
  type Account,
} from '@prospecting/example-testing';
import { expect } from 'chai';
import type { CrmContact, CrmOrganization } from './crm.js';
import { FileCrm } from './file-crm.js';
import { Night } from './night.js';
import { sync } from './sync.js';

const MAIN = fileURLToPath(new URL('main.js', import.meta.url));
const directory = inventDirectory(import.meta.url, 30, 60);
const { organizations, contacts } = directory;
const [first, second] = organizations;

const sample = sampleDirectory(import.meta.url);

describe('crm-sync', function () {
  this.timeout(240_000);
  const installation = useInstallation({
    organizations: [...organizations, ...sample.organizations],
    contacts: [...contacts, ...sample.contacts],
  });
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'crm-sync-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function fill(
    crmOrganizations: readonly CrmOrganization[],
    crmContacts: readonly object[] = [],
  ): Promise<void> {
    const lines = (entities: readonly object[]): string => entities.map((each) => `${JSON.stringify(each)}\n`).join('');
    await writeFile(path.join(folder, 'organizations.jsonl'), lines(crmOrganizations));
    await writeFile(path.join(folder, 'contacts.jsonl'), lines(crmContacts));
  }
  async function runNight(account: Account, budget: number, today: string, baseUrl = installation.baseUrl) {
    const prospecting = new Prospecting({ apiKey: account.key, baseUrl });
    const night = await Night.open(path.join(folder, 'sync.json'), today);
    return sync({ prospecting, crm: new FileCrm(folder), night, budget, infoType: 'email', today });
  }
  const readContacts = (): Promise<readonly CrmContact[]> => new FileCrm(folder).contacts();
  const emails = async (): Promise<number> => (await readContacts()).filter(({ email }) => email !== undefined).length;
  const all = organizations.map(({ name, domains }, index) => ({
    id: `crm-${index}`,
    name,
    domain: domains?.[0] ?? '',
  }));

  it('adds the contacts in the target roles, and reveals them; the second run spends nothing', async () => {
    const account = await installation.account({ credits: { purchased: 100 }, targetRoles: ['ceo'] });
    await fill([
      ...all,
      { id: 'unknown', name: 'Gone AS', domain: 'gone.example' },
      { id: 'bad', name: 'Bad', domain: '?' },
    ]);

    const report = await runNight(account, 10, '2026-11-22');

    expect(String(report).split('\n')).to.deep.equal([
      'organizations  30 matched, 2 not',
      '  Gone AS: organization_not_found',
      '  Bad: invalid_domain',
      'contacts       30 added, 0 updated',
      'revealed       30 for 6 credits, 0 wait for another night',
      'credits left   94',
      '',
    ]);
    const chiefs = contacts.filter(({ isExecutive }) => isExecutive);
    const byId = new Map((await readContacts()).map((contact) => [contact.prospectingId, contact]));
    for (const { id, name, email } of chiefs) expect(byId.get(id)).to.include({ name, email });
    const before = await readFile(path.join(folder, 'contacts.jsonl'), 'utf8');

    const again = await runNight(account, 10, '2026-11-23');

    expect({ added: again.added, updated: again.updated, charged: again.charged }).to.deep.equal({
      added: 0,
      updated: 0,
      charged: 0,
    });
    expect(await account.balance()).to.equal(94);
    expect(await readFile(path.join(folder, 'contacts.jsonl'), 'utf8')).to.equal(before);
  });

  it('keeps to the budget of a night, however often it runs, and goes on in the next', async () => {
    const account = await installation.account({ credits: { purchased: 100 } });
    await fill(all.slice(0, 2));
    const charges: number[] = [];
    for (const today of ['2026-11-22', '2026-11-22', '2026-11-23', '2026-11-24']) {
      charges.push((await runNight(account, 10.1, today)).charged);
    }
    // 120 contacts at 0.2 credits; 0.1 credits are too few for another.
    expect(charges).to.deep.equal([10, 0, 10, 4]);
    expect(await emails()).to.equal(120);
    expect(await account.balance()).to.equal(76);
  });

  it('spends no more than the account has', async () => {
    const account = await installation.account({ credits: { purchased: 1 } });
    await fill(all.slice(0, 1));
    const report = await runNight(account, 10, '2026-11-22');
    expect({ charged: report.charged, waiting: report.waiting }).to.deep.equal({ charged: 1, waiting: 55 });
    expect(await emails()).to.equal(5);
  });

  it('keeps what people have written into the CRM, and does not pay for what it knows', async () => {
    const account = await installation.account({ credits: { purchased: 100 } });
    const [chief, seller, other] = contacts;
    await fill(
      [{ id: 'crm-0', name: 'Renamed', domain: first?.domains?.[0] ?? '', owner: 'Kari' } as CrmOrganization],
      [
        { id: 'typed', organizationId: 'crm-0', name: chief?.name, email: 'known@firma.example', owner: 'Kari' },
        { id: 'page', organizationId: 'crm-0', name: 'Other Spelling', linkedInUrl: seller?.linkedInUrl, note: 'VIP' },
        { id: 'elsewhere', organizationId: 'crm-9', name: other?.name },
      ],
    );
    const report = await runNight(account, 100, '2026-11-22');
    expect(report.charged).to.equal(59 * 0.2);
    const crm = new Map((await readContacts()).map((contact) => [contact.id, contact]));
    expect(crm.size).to.equal(61);
    expect(crm.get('typed')).to.include({ email: 'known@firma.example', owner: 'Kari', prospectingId: chief?.id });
    expect(crm.get('page')).to.include({ name: seller?.name, email: seller?.email, note: 'VIP' });
    expect(crm.get('elsewhere')).to.not.have.property('prospectingId');
    const [organization] = await new FileCrm(folder).organizations();
    expect(organization).to.include({ name: 'Renamed', owner: 'Kari', prospectingId: first?.id });
  });

  it('follows an organization that the CRM has twice only once, and says so', async () => {
    const account = await installation.account({ credits: { purchased: 100 } });
    const { organizationNumber: orgNumber = '', name = '', domains } = second ?? {};
    await fill([
      { id: 'one', name, domain: domains?.[0] ?? '' },
      { id: 'two', name: 'Twice', orgNumber, countryCode: 'NO' },
    ]);
    const report = await runNight(account, 100, '2026-11-22');
    expect(report.unmatched).to.deep.equal([`Twice: the same as ${name}`]);
    expect(new Set((await readContacts()).map(({ organizationId }) => organizationId))).to.deep.equal(new Set(['one']));
  });

  it('finishes what a killed run had begun, within the same budget, charged once', async () => {
    const account = await installation.account({ credits: { purchased: 100 } });
    await fill(all.slice(0, 2));
    const argv = ['--crm', folder, '--budget', '18'];
    // The first is killed before its third chunk is carried out, the second after.
    for (const stage of ['sent', 'answered'] as const) {
      let reveals = 0;
      const gate = await openGate(installation.baseUrl, (exchange) => {
        if (exchange.stage !== stage || exchange.body.includes('"dryRun"')) return;
        if (exchange.path.endsWith('/contacts/reveal')) reveals += 1;
        if (reveals === (stage === 'sent' ? 3 : 1)) program.kill();
      });
      const program = startProgram(MAIN, argv, { baseUrl: gate.baseUrl, key: account.key });
      expect((await program.ended).code).to.equal(null);
      await gate.close();
    }
    expect(await account.balance()).to.equal(85);
    expect(await emails(), 'the answer to the third chunk was lost').to.equal(50);

    const ended = await startProgram(MAIN, argv, { baseUrl: installation.baseUrl, key: account.key }).ended;

    expect(ended.code, ended.stderr).to.equal(0);
    expect(ended.stdout).to.include('revealed       40 for 18 credits, 30 wait for another night');
    expect(await account.balance()).to.equal(82);
    expect(await emails()).to.equal(90);
    expect(await installation.contradictions()).to.deep.equal([]);
    expect(await readdir(folder)).to.have.members(['organizations.jsonl', 'contacts.jsonl', 'sync.json']);
  });

  it('finishes only the chunk under way of an earlier night, and then keeps to the budget of this one', async () => {
    const account = await installation.account({ credits: { purchased: 100 } });
    await fill(all.slice(0, 2));
    let reveals = 0;
    const gate = await openGate(installation.baseUrl, (exchange) => {
      if (exchange.stage !== 'answered' || exchange.body.includes('"dryRun"')) return;
      if (exchange.path.endsWith('/contacts/reveal')) reveals += 1;
      if (reveals === 3) program.kill();
    });
    const argv = ['--crm', folder, '--budget', '20'];
    const program = startProgram(MAIN, argv, { baseUrl: gate.baseUrl, key: account.key });
    expect((await program.ended).code).to.equal(null);
    await gate.close();
    expect(await account.balance(), 'three chunks of 25, the third without an answer').to.equal(85);

    await runNight(account, 0.2, '2099-01-01');
    expect(await account.balance(), 'nothing but the third chunk again').to.equal(85);
    await runNight(account, 5.2, '2099-01-01');
    expect(await account.balance(), 'one more contact in the same night').to.equal(84.8);
  });

  it('makes of the sample what the README shows', async () => {
    const account = await installation.account({ credits: { purchased: 150 } });
    await cp(fileURLToPath(new URL('../sample', import.meta.url)), folder, { recursive: true });
    const readme = await readFile(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8');
    const argv = ['--crm', folder, '--budget', '0.6'];
    const { code, stdout, stderr } = await startProgram(MAIN, argv, { baseUrl: installation.baseUrl, key: account.key })
      .ended;
    expect(code, stderr).to.equal(0);
    expect(stdout).to.equal(readme.split('```text\n')[1]?.split('```')[0]);
    const known = (await readContacts()).find(({ id }) => id === 'contact-1');
    expect(known).to.deep.include({
      email: 'sindre@known.example',
      note: 'Prefers e-mail',
      jobTitle: 'Chief Executive Officer',
    });
    const { id: _, ...geir } = (await readContacts()).find(({ name }) => name === 'Geir Kvernmo') ?? { id: '' };
    expect(geir).to.include({ organizationId: 'customer-1', email: 'geir.kvernmo@no894973552.example' });
  });

  it('runs once at a time', async () => {
    const account = await installation.account();
    await fill([]);
    await writeFile(path.join(folder, 'sync.lock'), String(process.pid));
    const run = startProgram(MAIN, ['--crm', folder, '--budget', '1'], {
      baseUrl: installation.baseUrl,
      key: account.key,
    });
    const { code, stderr } = await run.ended;
    expect(code).to.equal(1);
    expect(stderr).to.include(`Process ${process.pid} is at work on this.`);
  });
});
