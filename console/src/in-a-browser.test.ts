import { randomUUID } from 'node:crypto';
import { eventually } from '@prospecting/platform/testing';
import {
  complaintsOf,
  findingsOf,
  HAS_CHROMIUM,
  holds,
  launchChromium,
  overflowOf,
  TIMEOUT_MS,
} from '@prospecting/platform/testing/browser';
import { expect } from 'chai';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startInstallation, type Installation } from '#testing/installation.js';
import { CONTACT_ID, ORGANIZATION_ID } from '#testing/records.js';

const ACCOUNT_PAGES = {
  overview: '/',
  keys: '/keys',
  requests: '/requests',
  credits: '/credits',
  reveals: '/reveals',
  organization: `/organizations/${ORGANIZATION_ID}`,
  contact: `/contacts/${CONTACT_ID}`,
  settings: '/settings',
  changes: '/changes',
} as const;
const OPERATOR_PAGES = ['/operator/accounts', '/operator/prices', '/operator/audit', '/operator/changes'] as const;

type Person = 'admin' | 'newcomer' | 'operator';

const title = HAS_CHROMIUM ? 'the console in Chromium' : 'the console in Chromium (needs chromium, or CHROMIUM)';

describe(title, function () {
  this.timeout(3 * TIMEOUT_MS);
  let installation: Installation;
  let browser: Browser;
  let accountId: string;
  let accountKey: string;
  const contexts: BrowserContext[] = [];
  const signedIn = new Map<Person, Awaited<ReturnType<BrowserContext['storageState']>>>();
  const people = {} as Record<Person, string>;

  before(async function () {
    if (!HAS_CHROMIUM) return this.skip();
    installation = await startInstallation();
    browser = await launchChromium();
    const { admin } = installation;
    const credits = { included: 100, purchased: 20 };
    const account = await admin<{ id: string }>('POST', '/accounts', { name: 'Testkunden AB', credits });
    const newcomer = await admin<{ id: string }>('POST', '/accounts', { name: 'Nykunden AB' });
    accountId = account.id;
    accountKey = (await admin<{ key: string }>('POST', `/accounts/${accountId}/keys`, { name: 'Nightly job' })).key;
    const add = async (person: Person, user: object): Promise<void> => {
      people[person] = (await admin<{ id: string }>('POST', '/console/users', user)).id;
    };
    await add('admin', { role: 'admin', accountId, name: 'Ada Admin', email: 'ada@testkunden.example' });
    await add('newcomer', { role: 'admin', accountId: newcomer.id, name: 'Nils Ny', email: 'nils@nykunden.example' });
    await add('operator', { role: 'operator', name: 'Olga Operator', email: 'olga@operator.example' });
    await reveal(accountKey, { email: true });
    return undefined;
  });

  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  after(async () => {
    await browser?.close();
    await installation?.stop();
  });

  /** Spends with a key through the public API, as a client does, and returns the charge. */
  async function reveal(key: string, wanted: { email?: boolean; phone?: boolean }): Promise<number> {
    const request = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ items: [{ contactId: CONTACT_ID }], infoTypes: Object.keys(wanted), maxCredits: 10 }),
    };
    const url = `${installation.baseUrl}/contacts/reveal`;
    // A busy machine may answer 503. The same Idempotency-Key charges once.
    const response = await eventually(
      () => fetch(url, request),
      ({ status }) => status !== 503,
      { intervalMs: 500, timeoutMs: 30_000 },
    );
    expect(response.status, 'status of the reveal').to.equal(200);
    return ((await response.json()) as { creditsCharged: number }).creditsCharged;
  }

  async function statusWith(key: string): Promise<number> {
    const response = await fetch(`${installation.baseUrl}/credits`, { headers: { authorization: `Bearer ${key}` } });
    return response.status;
  }

  async function newLink(person: Person): Promise<string> {
    const link = await installation.admin<{ url: string }>('POST', '/console/links', { user: people[person] });
    return link.url;
  }

  interface Visit {
    readonly page: Page;
    readonly complaints: string[];
  }

  async function newPage(options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 844 },
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    contexts.push(context);
    context.setDefaultTimeout(TIMEOUT_MS);
    const page = await context.newPage();
    return { page, complaints: complaintsOf(page, installation.consoleUrl, true) };
  }

  async function signIn(page: Page, person: Person): Promise<void> {
    await page.goto(await newLink(person));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  }

  /** Opens a page as somebody who is signed in already. */
  async function visit(person: Person, path: string, options: BrowserContextOptions = {}): Promise<Visit> {
    if (!signedIn.has(person)) {
      const { page } = await newPage();
      await signIn(page, person);
      signedIn.set(person, await page.context().storageState());
    }
    const visited = await newPage({ ...options, storageState: signedIn.get(person) ?? '' });
    await open(visited.page, path);
    return visited;
  }

  /** Opens a page and waits until it has everything. */
  async function open(page: Page, path: string): Promise<void> {
    await page.goto(installation.consoleUrl + path, { waitUntil: 'networkidle' });
    await holds(async () => expect(await page.locator('h1').count(), path).to.equal(1));
    await holds(async () => expect(await page.getByLabel('Loading').count(), path).to.equal(0));
  }

  it('leads to the sign-in and back, and takes the link out of the address; the link works once', async () => {
    const { page, complaints } = await newPage();
    await page.goto(`${installation.consoleUrl}/requests?status=4xx`);
    await page.waitForURL('**/sign-in?returnTo=*');
    await holds(async () => expect(await page.title()).to.equal('Sign in · Prospecting'));
    const link = await newLink('admin');
    await page.goto(link.replace('/sign-in#', '/sign-in?returnTo=%2Frequests%3Fstatus%3D4xx#'));
    await holds(async () => expect(await Promise.resolve(page.url())).to.not.include('token'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${installation.consoleUrl}/requests?status=4xx`);
    await holds(async () => expect(await page.title()).to.equal('Requests · Prospecting'));
    const other = await newPage();
    await other.page.goto(link);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByText('used already or has expired').waitFor();
    expect([...complaints, ...other.complaints]).to.deep.equal([]);
  });

  it('shows the sign-in again when the session has ended, and comes back', async () => {
    const { page } = await newPage();
    await signIn(page, 'admin');
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Credits', exact: true }).click();
    await page.waitForURL('**/sign-in?returnTo=%2Fcredits');
  });

  it('says what the provider answered, in words of its own', async () => {
    const { page } = await newPage();
    await page.goto(`${installation.consoleUrl}/sign-in?error=not_invited`);
    expect(await page.getByRole('alert').textContent()).to.include('Ask its operator to add you');
  });

  it('makes a key that works, shows its requests, rolls it with an overlap, and revokes it', async () => {
    const { page, complaints } = await visit('admin', '/keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('CRM sync');
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = page.locator('[data-secret]');
    const first = (await secret.textContent()) ?? '';
    expect(first).to.match(/live_\w{38}$/);
    const example = (await page.getByRole('dialog').getByRole('region', { name: 'First request' }).textContent()) ?? '';
    expect(example).to.include(`curl -s ${installation.baseUrl}/organizations/match`);
    expect(example, 'the request works as it is copied').to.include(`Bearer ${first}`);
    // Nobody loses a key by one click.
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('You have not copied the key').waitFor();
    await page.getByRole('button', { name: 'Copy the key' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(first);
    await page.getByRole('button', { name: 'Done' }).click();
    await holds(async () => expect(await secret.count()).to.equal(0));
    expect(await page.content()).to.not.include(first);
    expect(await statusWith(first)).to.equal(200);

    await holds(async () => {
      await open(page, '/requests');
      expect(await page.getByRole('row', { name: /GET \/credits.*CRM sync/ }).count()).to.equal(1);
    });

    await open(page, '/keys');
    await page.getByRole('button', { name: 'Roll CRM sync' }).click();
    await page.getByLabel('In 1 hour').check();
    await page.getByRole('button', { name: 'Roll key' }).click();
    const second = (await secret.textContent()) ?? '';
    expect(second).to.not.equal(first);
    await page.getByRole('button', { name: 'Copy the key' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('works until').waitFor();
    expect([await statusWith(first), await statusWith(second)]).to.deep.equal([200, 200]);

    await page.getByRole('button', { name: 'Revoke CRM sync' }).click();
    await page.getByLabel('Type CRM sync to confirm').fill('CRM');
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('This is not the name of the key.').waitFor();
    await page.getByLabel('Type CRM sync to confirm').fill('CRM sync');
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('row', { name: /CRM sync.*Revoked/ }).waitFor();
    await holds(async () => expect([await statusWith(first), await statusWith(second)]).to.deep.equal([401, 401]));

    await open(page, '/changes');
    for (const action of ['Created a key', 'Rolled a key', 'Revoked a key'])
      expect(await page.getByRole('row', { name: new RegExp(`${action}.*Ada Admin`) }).count(), action).to.equal(1);
    await page.getByRole('row', { name: /Added a user.*Operator.*by admin token/ }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('counts a key as copied only when the browser allowed it', async () => {
    const { page } = await visit('admin', '/keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('Not copied');
    await page.getByRole('button', { name: 'Create key' }).click();
    // As a browser does that was not given the permission.
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))");
    await page.getByRole('button', { name: 'Copy the key' }).click();
    await page.getByText('Not allowed: copy by hand').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('You have not copied the key').waitFor();
    await page.getByRole('button', { name: 'Close without the key' }).click();
    const row = page.getByRole('row', { name: /Not copied.*Active/ });
    await row.getByText('Not yet').waitFor();
  });

  it('makes a key with the keyboard alone, and gives the focus back', async () => {
    const { page } = await visit('admin', '/keys');
    const create = page.getByRole('button', { name: 'Create a key' });
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).to.equal('Skip to the content');
    await page.keyboard.press('Enter');
    const isFocused = (): Promise<boolean> =>
      create.evaluate((element) => element === element.ownerDocument.activeElement);
    for (let presses = 0; presses < 5 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await holds(async () =>
      expect(await page.evaluate('document.activeElement.labels?.[0]?.textContent')).to.match(/^Name/),
    );
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await page.locator('[data-secret]').waitFor();
    const copy = page.getByRole('button', { name: 'Copy the key' });
    await holds(async () => {
      await page.keyboard.press('Tab');
      expect(await copy.evaluate((element) => element === element.ownerDocument.activeElement)).to.equal(true);
    });
    await page.keyboard.press('Enter');
    await holds(async () => expect(await page.evaluate('navigator.clipboard.readText()')).to.match(/live_/));
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /By keyboard.*Active/ }).waitFor();
    await holds(async () => expect(await isFocused()).to.equal(true));
  });

  it('finds a spend and explains it: which key, for whom, at what price, until when', async () => {
    const charged = await reveal(accountKey, { phone: true });
    const { page, complaints } = await visit('admin', '/credits');
    await page.getByText('119.8').or(page.getByText('118.8')).first().waitFor();
    await page.getByText('Numbers by day').click();
    await page.locator('details').getByRole('link').first().click();
    await page.waitForURL('**/reveals?*');
    const row = page.getByRole('row', { name: /Astrid Exempel.*Phone.*Nightly job/ });
    await row.waitFor();
    expect(await row.textContent()).to.include(String(charged));
    expect(await row.textContent()).to.include(String(new Date().getFullYear() + 1));
    await row.getByRole('link', { name: 'Astrid Exempel' }).click();
    await page.waitForURL(`**/contacts/${CONTACT_ID}`);
    await page.getByText('+47 55 50 00 01').or(page.getByText('+4755500001')).first().waitFor();
    await holds(async () => expect(await page.title()).to.equal('Astrid Exempel · Prospecting'));
    expect(await page.evaluate('document.activeElement.tagName')).to.equal('H1');
    expect(complaints).to.deep.equal([]);
  });

  it('shows what is masked as masked, in a word', async () => {
    const { page } = await visit('admin', ACCOUNT_PAGES.organization);
    const row = page.getByRole('row', { name: /Olav Testesen/ });
    expect(await row.textContent()).to.match(/XXXXX@testfjorden-maskin\.exampleMasked/);
    expect(await page.content()).to.not.include('olav.testesen@');
  });

  it('leads from a line of the ledger to what was revealed that day, and names the zone of its times', async () => {
    const { page } = await visit('admin', '/credits');
    await page.getByText(/\d+ lines?.*Times are in \S+\./).waitFor();
    await page.getByRole('link', { name: 'Reveals of that day' }).first().click();
    await page.waitForURL('**/reveals?from=*&to=*');
    await page
      .getByRole('row', { name: /Astrid Exempel/ })
      .first()
      .waitFor();
  });

  it('keeps filters in the address, and downloads what they find as CSV', async () => {
    const { page } = await visit('admin', '/requests');
    await page.getByLabel('Path').selectOption('/external/v1/contacts/reveal');
    await page.waitForURL('**/requests?path=*');
    await page.reload({ waitUntil: 'networkidle' });
    expect(await page.getByLabel('Path').inputValue()).to.equal('/external/v1/contacts/reveal');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const [head, ...lines] = Buffer.concat(chunks).toString().trim().split(/\r?\n/);
    expect(head).to.equal('at,keyId,keyName,method,path,status,durationMs,items,credits');
    expect(lines.length).to.be.greaterThan(0);
    for (const line of lines) expect(line).to.include('/contacts/reveal');
    await page
      .getByRole('row', { name: /contacts\/reveal/ })
      .first()
      .getByRole('button')
      .click();
    await page.getByRole('dialog', { name: 'Request' }).waitFor();
  });

  it('changes target roles and owned addresses', async () => {
    const { page } = await visit('newcomer', '/settings');
    await page.locator('.mantine-TagsInput-inputField').fill('Head of Sales');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save roles' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByLabel('Add addresses').fill('one@nykunden.example, two@nykunden.example');
    await page.getByRole('button', { name: 'Add 2 addresses' }).click();
    await page.getByRole('button', { name: 'Remove one@nykunden.example' }).click();
    const removed = page.getByRole('button', { name: 'Remove one@nykunden.example' });
    await holds(async () => expect(await removed.count()).to.equal(0));
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByText('head_of_sales').first().waitFor();
    await page.getByText('two@nykunden.example').waitFor();
  });

  it('says why a list is empty, and what to do', async () => {
    const { page } = await visit('newcomer', '/keys');
    await page.getByText('No keys yet').waitFor();
    expect(await page.getByRole('region', { name: 'First request' }).textContent()).to.match(
      new RegExp(`API_KEY='paste your key here'.*curl -s ${installation.baseUrl}`, 's'),
    );
    for (const [path, words] of Object.entries({
      '/requests': 'No requests in the last 30 days',
      '/reveals': 'Nothing is revealed yet',
      '/credits': 'Nothing was spent in these days',
      '/': 'lookups work, reveals do not',
    })) {
      await open(page, path);
      await page.getByText(words).waitFor();
      expect(await findingsOf(page), path).to.deep.equal([]);
    }
  });

  it('shows a problem with its trace, and nothing of another account', async () => {
    const { page } = await visit('newcomer', `/contacts/${randomUUID()}`);
    const alert = page.getByRole('alert');
    await alert.getByText('There is no such contact.').waitFor();
    expect(await alert.textContent()).to.match(/Trace id for support: [\da-f]{32}/);
    expect(await alert.getByRole('button', { name: 'Try again' }).count()).to.equal(0);
    await open(page, `/operator/accounts/${accountId}/keys`);
    expect(await page.locator('h1').textContent()).to.equal('Nothing here');
  });

  it('offers to read again when a read got no answer, and says when the outcome of a write is unknown', async () => {
    const { page } = await visit('admin', '/keys');
    // The network fails, not the product: no answer is made up here.
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Roll Nightly job' }).click();
    await page.getByRole('button', { name: 'Roll key' }).click();
    await page.getByRole('alert').getByText('It is not known whether this was done').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Credits', exact: true }).click();
    const again = page.getByRole('button', { name: 'Try again' }).first();
    await again.waitFor();
    await page.context().setOffline(false);
    await holds(async () => {
      if ((await again.count()) > 0) await again.click();
      expect(await page.getByText('Every change of the balance').count()).to.equal(1);
      expect(await again.count()).to.equal(0);
    });
  });

  it('lets an operator create an account, grant credits once and set a subscription', async () => {
    const { page, complaints } = await visit('operator', '/');
    await page.waitForURL('**/operator/accounts');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Havn Data AS');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Havn Data AS' }).waitFor();
    await page.getByRole('link', { name: 'Manage' }).click();
    await page.getByLabel('Amount').fill('250,5');
    await page.getByLabel('Reference').fill('invoice 1');
    await page.getByRole('button', { name: 'Grant credits' }).click();
    await page.getByText('Granted. Balance: 250.5 credits').waitFor();
    await page.getByLabel('Included a month').fill('100');
    await page.getByRole('button', { name: 'Set subscription' }).click();
    await page.getByText('Now 100 credits a month.').waitFor();
    await page.getByLabel('Amount').fill('1');
    await page.getByLabel('Reference').fill('invoice 1');
    await page.getByRole('button', { name: 'Grant credits' }).click();
    await page.getByRole('alert').first().waitFor();
    await open(page, '/operator/changes');
    await page
      .getByRole('row', { name: /Granted credits.*Olga Operator/ })
      .first()
      .waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('asks an operator for the account when the link of an organization names none', async () => {
    const { page } = await visit('operator', ACCOUNT_PAGES.organization);
    await page.getByRole('link', { name: 'Testkunden AB' }).click();
    await page.getByRole('heading', { level: 1, name: 'Testfjorden Maskin AS' }).waitFor();
  });

  it('keeps dark when the reader chose it, and follows the system otherwise', async () => {
    const { page } = await visit('admin', '/settings', { colorScheme: 'light' });
    const scheme = (): Promise<string> =>
      page.evaluate<string>("document.documentElement.getAttribute('data-mantine-color-scheme')");
    expect(await scheme()).to.equal('light');
    await page.getByText('Dark', { exact: true }).click();
    await holds(async () => expect(await scheme()).to.equal('dark'));
    await page.reload({ waitUntil: 'networkidle' });
    expect(await scheme()).to.equal('dark');
    const dark = await visit('admin', '/settings', { colorScheme: 'dark' });
    expect(await dark.page.evaluate("document.documentElement.getAttribute('data-mantine-color-scheme')")).to.equal(
      'dark',
    );
  });

  it('never scrolls sideways on a narrow screen, and opens its navigation there', async () => {
    const { page, complaints } = await visit('admin', '/', { viewport: { width: 390, height: 844 } });
    for (const path of Object.values(ACCOUNT_PAGES)) {
      await open(page, path);
      expect(await overflowOf(page), path).to.equal(0);
      expect(await findingsOf(page), path).to.deep.equal([]);
    }
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Reveals' }).click();
    await page.waitForURL('**/reveals');
    await holds(async () => expect(await page.getByRole('dialog').count()).to.equal(0));
    expect(complaints).to.deep.equal([]);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`is accessible, ${colorScheme}: axe finds nothing on any page, and the policy refuses nothing`, async () => {
      const { page, complaints } = await visit('admin', '/', { colorScheme });
      for (const path of Object.values(ACCOUNT_PAGES)) {
        await open(page, path);
        expect(await findingsOf(page), path).to.deep.equal([]);
      }
      await open(page, '/keys');
      await page.getByRole('button', { name: 'Create a key' }).click();
      await page.getByLabel('Name').waitFor();
      expect(await findingsOf(page), 'dialog').to.deep.equal([]);
      const operator = await visit('operator', '/', { colorScheme });
      for (const path of [...OPERATOR_PAGES, `/operator/accounts/${accountId}/manage`]) {
        await open(operator.page, path);
        expect(await findingsOf(operator.page), path).to.deep.equal([]);
      }
      const stranger = await newPage({ colorScheme });
      await open(stranger.page, '/sign-in');
      expect(await findingsOf(stranger.page), 'sign-in').to.deep.equal([]);
      expect([...complaints, ...operator.complaints, ...stranger.complaints]).to.deep.equal([]);
    });
  }
});
