import { createServer, type Server } from 'node:http';
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
import Koa from 'koa';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ExchangeState } from '../middleware/exchange.js';
import { createPages, servePages } from './serve-pages.js';

const BASE_PATH = '/external/v1';

const title = HAS_CHROMIUM ? 'the reference in Chromium' : 'the reference in Chromium (needs chromium, or CHROMIUM)';

describe(title, function () {
  this.timeout(2 * TIMEOUT_MS);
  let server: Server;
  let origin: string;
  let browser: Browser;
  const contexts: BrowserContext[] = [];

  before(async function () {
    if (!HAS_CHROMIUM) return this.skip();
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    origin = `http://127.0.0.1:${address.port}`;
    const app = new Koa<ExchangeState>();
    app.use(servePages({ baseUrl: origin + BASE_PATH, docsUrl: `${origin}/docs`, basePath: BASE_PATH }));
    const listener = app.callback();
    server.on('request', (request, response) => void listener(request, response));
    browser = await launchChromium();
    return undefined;
  });

  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  after(async () => {
    await browser?.close();
    server?.close();
    server?.closeAllConnections();
  });

  interface Visit {
    readonly page: Page;
    /** Everything that went wrong: violations of the policy, errors, requests to other origins. */
    readonly complaints: string[];
  }

  /** Opens a page as a new reader. */
  async function visit(path: string, options: { width?: number; colorScheme?: 'light' | 'dark' } = {}): Promise<Visit> {
    const { width = 1280, colorScheme = 'light' } = options;
    const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme });
    contexts.push(context);
    context.setDefaultTimeout(TIMEOUT_MS);
    const page = await context.newPage();
    const complaints = complaintsOf(page, origin);
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    return { page, complaints };
  }

  /** Follows a link as the site does, without loading the page again. */
  async function follow(page: Page, path: string): Promise<void> {
    await page.evaluate(`(() => {
      const link = document.createElement('a');
      link.href = ${JSON.stringify(path)};
      document.body.append(link);
      link.click();
      link.remove();
    })()`);
    await page.waitForURL(origin + path);
  }

  const everyPage = (): string[] =>
    [...createPages({ baseUrl: `${origin}${BASE_PATH}`, docsUrl: `${origin}/docs` }).byPath]
      .filter(([path, { contentType }]) => contentType.startsWith('text/html') && path !== '/docs/')
      .map(([path]) => path);

  it('loads each kind of page without a violation of its policy, an error, or a request elsewhere', async () => {
    for (const path of ['/docs', '/docs/guides/batches', '/docs/reference/match-people', '/docs/errors/rate_limited']) {
      const { page, complaints } = await visit(path);
      expect(await page.locator('h1').count(), path).to.equal(1);
      expect(complaints, path).to.deep.equal([]);
      await page.context().close();
    }
  });

  it('goes from page to page, and back, without loading again', async () => {
    const { page, complaints } = await visit('/docs');
    await page.locator('.VPSidebar a', { hasText: 'Match people' }).click();
    await page.waitForURL(`${origin}/docs/reference/match-people`);
    await holds(async () => expect(await page.locator('h1').textContent()).to.include('Match people'));
    await page.goBack();
    await holds(async () => expect(await page.locator('h1').textContent()).to.include('Prospecting data service'));
    expect(complaints).to.deep.equal([]);
  });

  it('shows the address of the installation in examples, and keeps the language that the reader chose', async () => {
    const { page } = await visit('/docs/reference/match-people');
    expect(await page.locator('.language-bash').first().textContent()).to.include(`${origin}/external/v1/people/match`);
    await page.locator('.vp-code-group label', { hasText: 'Python' }).first().click();
    const visible = page.locator('.vp-code-group .language-python.active');
    await holds(async () => expect(await visible.count()).to.be.greaterThan(1));
    await follow(page, '/docs/reference/reveal-contacts');
    await holds(async () => expect(await visible.first().textContent()).to.include('client.reveal_contacts('));
  });

  it('finds operations, errors of both kinds and guides by their words, without a request elsewhere', async () => {
    const searches = {
      'find the switchboards': '/docs/reference/match-organization-switchboards',
      match_people: '/docs/reference/match-people',
      credit_cap_exceeded: '/docs/errors/credit_cap_exceeded',
      invalid_cursor: '/docs/errors#errors-of-an-item',
      cursors: '/docs/guides/cursors',
    };
    const { page, complaints } = await visit('/docs');
    const input = page.locator('#localsearch-input');
    await holds(async () => {
      await page.keyboard.press('Control+k');
      expect(await input.isVisible()).to.equal(true);
    });
    for (const [words, expected] of Object.entries(searches)) {
      await input.fill(words);
      const results = page.locator('.VPLocalSearchBox a.result');
      await holds(async () => {
        const all = await results.all();
        const links = await Promise.all(all.map(async (each) => (await each.getAttribute('href')) ?? ''));
        const isFound = links.some((link) => link === expected || link.startsWith(`${expected}#`));
        expect(isFound, `${words}: ${links.join(' ')}`).to.equal(true);
      });
    }
    expect(complaints).to.deep.equal([]);
  });

  it('is light or dark as the system, and as the reader switches it from then on', async () => {
    const { page } = await visit('/docs', { colorScheme: 'light' });
    const isDark = (of: Page): Promise<boolean> =>
      of.evaluate<boolean>("document.documentElement.classList.contains('dark')");
    expect(await isDark(page)).to.equal(false);
    await page.locator('.VPNavBarAppearance button').click();
    expect(await isDark(page)).to.equal(true);
    await page.goto(`${origin}/docs/errors`, { waitUntil: 'networkidle' });
    expect(await isDark(page)).to.equal(true);
    const dark = await visit('/docs', { colorScheme: 'dark' });
    expect(await isDark(dark.page)).to.equal(true);
  });

  it('opens its navigation on a narrow screen', async () => {
    const { page } = await visit('/docs', { width: 390 });
    const link = page.locator('.VPSidebar a', { hasText: 'Match people' });
    expect(await page.locator('.VPSidebar.open').count()).to.equal(0);
    await page.locator('.VPLocalNav button.menu').click();
    await link.click();
    await page.waitForURL(`${origin}/docs/reference/match-people`);
    await holds(async () => expect(await page.locator('.VPSidebar.open').count()).to.equal(0));
  });

  it('never scrolls sideways on a narrow screen, and shows every page without an error', async () => {
    const { page, complaints } = await visit('/docs', { width: 390 });
    expect(await overflowOf(page)).to.equal(0);
    for (const path of everyPage().filter((each) => each !== '/docs')) {
      await follow(page, path);
      await holds(async () => expect(await page.locator('main h1').count()).to.equal(1));
      expect(await overflowOf(page), path).to.equal(0);
    }
    expect(complaints).to.deep.equal([]);
  });

  for (const path of ['/docs', '/docs/reference/reveal-contacts', '/docs/errors/insufficient_credits']) {
    it(`is accessible: axe finds nothing serious on ${path}, light or dark`, async () => {
      const { page } = await visit(path);
      expect(await seriousFindings(page)).to.deep.equal([]);
      await page.locator('.VPNavBarAppearance button').click();
      expect(await seriousFindings(page)).to.deep.equal([]);
    });
  }
});

/** Returns what axe finds that keeps some readers out. */
async function seriousFindings(page: Page): Promise<object[]> {
  return (await findingsOf(page)).filter(({ impact }) => ['serious', 'critical'].includes(impact));
}
