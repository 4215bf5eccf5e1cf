import { access, appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  inventDirectory,
  openGate,
  sampleDirectory,
  startProgram,
  useInstallation,
  type Account,
} from '@prospecting/example-testing';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';

const MAIN = fileURLToPath(new URL('main.js', import.meta.url));
const README = fileURLToPath(new URL('../README.md', import.meta.url));
const directory = inventDirectory(import.meta.url, 50, 20);
const { organizations, contacts } = directory;

type Record = { readonly [column: string]: string };

const sample = sampleDirectory(import.meta.url);
/** Two people of one name at the first organization, one with a title that hides the end of a line. */
const namesakes = ['Chief\u2028=1+1', 'Seller'].map((jobTitle, index) => ({
  ...(contacts[0] as (typeof contacts)[number]),
  id: `00000000-0000-8000-8000-00000000000${index}`,
  name: 'Kari Dobbel',
  email: `kari${index}@firma0.example`,
  phone: undefined,
  linkedInUrl: `https://www.linkedin.com/in/invented-namesake-${index}`,
  jobTitle,
}));

describe('enrich-csv', function () {
  this.timeout(240_000);
  const installation = useInstallation({
    organizations: [...organizations, ...sample.organizations],
    contacts: [...contacts, ...namesakes, ...sample.contacts],
  });
  let folder: string;
  let input: string;
  let output: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'enrich-csv-'));
    input = path.join(folder, 'input.csv');
    output = path.join(folder, 'output.csv');
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function enrich(account: Account, kind: string, ...options: string[]) {
    const argv = [kind, input, '--output', output, ...options];
    return startProgram(MAIN, argv, { baseUrl: installation.baseUrl, key: account.key }).ended;
  }
  async function readOutput(delimiter = ','): Promise<Record[]> {
    return parse<Record>(await readFile(output), { columns: true, bom: true, delimiter });
  }
  const exists = (file: string): Promise<boolean> =>
    access(file).then(
      () => true,
      () => false,
    );
  const nameOf = (index: number): string => contacts[index]?.name ?? '';
  const domainOf = (index: number): string => organizations[Math.floor(index / 20)]?.domains?.[0] ?? '';

  it('reports the price of every row by dry run, and reveals nothing before somebody agrees', async () => {
    const account = await installation.account({ credits: { purchased: 50 } });
    const rows = [
      `${nameOf(0)},${domainOf(0)},`,
      `${nameOf(1)},${domainOf(1)},`,
      `,,${contacts[2]?.linkedInUrl}`,
      `,,${contacts[0]?.linkedInUrl}`,
      `Nobody Here,${domainOf(0)},`,
      `${nameOf(0)},not a domain,`,
      ',,',
      `Kari Dobbel,${domainOf(0)},`,
    ];
    await writeFile(input, ['Name,Domain,LinkedIn', ...rows, ''].join('\n'));

    const { code, stdout } = await enrich(account, 'people', '--info', 'email,phone');

    expect(stdout.split('\n')).to.deep.equal([
      'rows                           8',
      'matched                        4, of which 1 repeat another row',
      'ambiguous                      1',
      'not found                      1',
      'invalid                        2',
      '  not_found, person_not_found  1 (line 6)',
      '  invalid, invalid_domain      1 (line 7)',
      '  invalid, missing_identifier  1 (line 8)',
      '  ambiguous                    1 (line 9)',
      'price, email                   0.6 credits for 3',
      'price, phone                   2 credits for 2',
      'price, total                   2.6 credits',
      'Nothing was revealed. Run the same with --budget 2.6 to reveal.',
      '',
    ]);
    expect({ code, balance: await account.balance(), isWritten: await exists(output) }).to.deep.equal({
      code: 0,
      balance: 50,
      isWritten: false,
    });

    const refused = await enrich(account, 'people', '--info', 'email,phone', '--budget', '2.5');
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.include('The price is 2.6 credits, and the budget 2.5.');
    expect(await account.balance()).to.equal(50);

    const agreed = await enrich(account, 'people', '--info', 'email,phone', '--budget', '2,6');
    expect(agreed.code, agreed.stderr).to.equal(0);
    expect(await account.balance()).to.equal(47.4);
    const outputRows = await readOutput();
    expect(outputRows.pop()?.['enriched_reason']).to.match(
      /^Kari Dobbel, (Chief|Seller).* \(0000.*; Kari Dobbel, .*\)$/s,
    );
    expect(
      outputRows.map((row) => [row['enriched_status'], row['enriched_reason'], row['enriched_email']]),
    ).to.deep.equal([
      ['matched', '', contacts[0]?.email],
      ['matched', '', contacts[1]?.email],
      ['matched', '', contacts[2]?.email],
      ['matched', '', contacts[0]?.email],
      ['not_found', 'person_not_found', ''],
      ['invalid', 'invalid_domain', ''],
      ['invalid', 'missing_identifier', ''],
    ]);
    expect(outputRows[0]?.['enriched_phone']).to.equal(contacts[0]?.phone);
    expect(await readdir(folder), 'nothing is left behind').to.have.members(['input.csv', 'output.csv']);
  });

  it('enriches organizations, and keeps byte order mark, semicolons and CRLF', async () => {
    const account = await installation.account({ credits: { purchased: 5 } });
    const lines = organizations
      .slice(0, 30)
      .map(({ domains }, index) => `"Firma; ${index}";https://www.${domains?.[0]}/om`);
    await writeFile(input, `\uFEFFSelskap;Nettside\r\n${[...lines, ...lines].join('\r\n')}\r\n`);

    const { code, stderr, stdout } = await enrich(account, 'organizations', '--budget', '6');

    expect(code, stderr).to.equal(1);
    expect(stdout).to.match(/price, details +6 credits for 30\n/);
    expect(stderr).to.include('Get more credits.');
    const rich = await installation.account({ credits: { purchased: 6 } });
    await rm(`${output}.work`, { recursive: true });
    const second = await enrich(rich, 'organizations', '--budget', '6');
    expect(second.code, second.stderr).to.equal(0);
    expect(await rich.balance()).to.equal(0);
    const text = await readFile(output, 'utf8');
    expect(text.startsWith('\uFEFFSelskap;Nettside;enriched_status;')).to.equal(true);
    expect(text.split('\r\n')).to.have.length(62);
    const rows = await readOutput(';');
    expect(rows.map((row) => row['Selskap'])).to.deep.equal([...lines, ...lines].map((_, at) => `Firma; ${at % 30}`));
    for (const [index, row] of rows.entries()) {
      expect(row['enriched_name']).to.equal(organizations[index % 30]?.name);
      expect(row['enriched_website']).to.equal(organizations[index % 30]?.['website']);
    }
  });

  it('goes on where it was killed: 1,000 rows, each once; each contact charged once', async () => {
    const account = await installation.account({ credits: { purchased: 1000 } });
    // Every tenth row repeats the contact of the row before, in another way to name it.
    const rows = contacts.map((contact, index) =>
      index % 10 === 9
        ? [`row ${index}`, '', '', contacts[index - 1]?.linkedInUrl]
        : [`row ${index}`, contact.name, domainOf(index), ''],
    );
    await writeFile(input, ['Id,Name,Domain,LinkedIn', ...rows.map((row) => row.join(',')), ''].join('\n'));
    const argv = ['people', input, '--output', output, '--info', 'email,phone', '--budget', '1000'];
    const seed = Date.now() % 1_000_000;
    const random = randomFrom(seed);
    // The plan takes 41 exchanges and the reveals 36; what a kill interrupts comes again.
    const killAt = [random(41), 41 + random(9), 50 + random(9), 59 + random(9), 68 + random(8)];
    const bodies = new Map<string, Set<string>>();
    let count = 0;
    let kills = 0;
    for (let code: number | null = null; code === null;) {
      const stage = (['sent', 'answered', 'delivered'] as const)[random(3)];
      const gate = await openGate(
        installation.baseUrl,
        ({ stage: now, path: operation, body, idempotencyKey = '' }) => {
          if (now === 'sent') count += 1;
          if (now === 'sent' && operation.endsWith('/contacts/reveal')) {
            bodies.set(idempotencyKey, (bodies.get(idempotencyKey) ?? new Set()).add(body));
          }
          if (now !== stage || count <= (killAt[kills] ?? Number.POSITIVE_INFINITY)) return;
          // What follows an answer is writing: the kill comes somewhere within.
          if (now === 'delivered') setTimeout(() => program.kill(), random(8));
          else program.kill();
        },
      );
      const program = startProgram(MAIN, argv, { baseUrl: gate.baseUrl, key: account.key });
      const ended = await program.ended;
      await gate.close();
      ({ code } = ended);
      if (code !== null) expect(code, ended.stderr).to.equal(0);
      else {
        kills += 1;
        await leaveHalfRows(`${output}.work`);
      }
    }

    expect(kills, `seed ${seed}`).to.equal(killAt.length);
    const written = await readOutput();
    expect(written.map((row) => row['Id'])).to.deep.equal(rows.map(([id]) => id));
    for (const [index, row] of written.entries()) {
      const contact = contacts[index % 10 === 9 ? index - 1 : index];
      expect(row['enriched_email'], `row ${index}`).to.equal(contact?.email);
      expect(row['enriched_phone'], `row ${index}`).to.equal(contact?.phone ?? '');
    }
    // Nine of ten contacts have their e-mail address revealed; every other contact has a phone number too.
    expect(await account.balance()).to.equal(1000 - 900 * 0.2 - 500 * 1);
    expect(await installation.contradictions()).to.deep.equal([]);
    // What was sent again, was the same request under the same key.
    expect([...bodies.values()].filter((each) => each.size !== 1)).to.deep.equal([]);
    expect(bodies.size).to.equal(900 / 25);
  });

  it('refuses to go on with another input, and to write over a file', async () => {
    const account = await installation.account({ credits: { purchased: 5 } });
    await writeFile(input, `name,domain\n${nameOf(0)},${domainOf(0)}\n`);
    await enrich(account, 'people');
    await writeFile(input, `name,domain\n${nameOf(1)},${domainOf(1)}\n`);
    expect((await enrich(account, 'people', '--budget', '1')).stderr).to.include('of another input');
    await writeFile(output, 'mine');
    expect((await enrich(account, 'people', '--budget', '1')).stderr).to.include('exists');
    expect(await readFile(output, 'utf8')).to.equal('mine');
    expect(await account.balance()).to.equal(5);
  });

  it('makes of the sample what the README shows', async () => {
    const account = await installation.account({ credits: { purchased: 10 } });
    input = fileURLToPath(new URL('../sample/people.csv', import.meta.url));
    const { code, stdout, stderr } = await enrich(account, 'people', '--info', 'email,phone', '--budget', '10');
    expect(code, stderr).to.equal(0);
    const [, report = '', columns = ''] = (await readFile(README, 'utf8'))
      .split('```text\n')
      .map((part) => part.split('```')[0]);
    expect(stdout.replace(output, 'people.csv')).to.equal(report);
    const shown = ['Navn', 'enriched_status', 'enriched_reason', 'enriched_name', 'enriched_email', 'enriched_phone'];
    const rows = (await readOutput(';')).map((row) => shown.map((column) => row[column]).join(';'));
    expect([shown.join(';'), ...rows, ''].join('\n')).to.equal(columns);
  });

  it('says what is wrong in one line', async () => {
    const account = await installation.account();
    await writeFile(input, 'name,domain\na,b,c\n');
    expect(await enrich(account, 'people')).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: `${input}, line 2: the row has 3 cells, and the header 2.\n`,
    });
    const wrong = await enrich({ ...account, key: 'pd_live_wrong' }, 'organizations');
    expect(wrong.code).to.equal(1);
  });
});

/** Leaves what a power cut may leave behind: the beginning of a row. */
async function leaveHalfRows(folder: string): Promise<void> {
  for (const file of ['plan.jsonl', 'output.part']) {
    await appendFile(path.join(folder, file), '"half a row,', { flag: 'a' }).catch(() => undefined);
  }
}

/** Returns whole numbers below a limit. The same ones for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
