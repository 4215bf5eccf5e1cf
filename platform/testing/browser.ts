import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';
import { eventually } from './eventually.js';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const HAS_CHROMIUM = existsSync(CHROMIUM);
/** A machine that builds at the same time is slow to show a page. */
export const TIMEOUT_MS = 90_000;

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** Repeats assertions until they hold. Fails as they failed last. */
export async function holds(assertions: () => Promise<unknown>): Promise<void> {
  const attempt = (): Promise<Error | undefined> =>
    assertions().then(
      () => undefined,
      (error: unknown) => error as Error,
    );
  const failure = await eventually(attempt, (error) => error === undefined, { intervalMs: 50, timeoutMs: 30_000 });
  if (failure !== undefined) throw failure;
}

/**
 * Collects what goes wrong on a page: violations of the policy, errors, requests to other origins.
 * @param showsErrors the page shows answers that are errors itself, so the browser's line about one
 *   is no complaint
 */
export function complaintsOf(page: Page, origin: string, showsErrors = false): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isExpected = showsErrors && message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('request', (request) => {
    if (!request.url().startsWith('data:') && !request.url().startsWith(`${origin}/`)) complaints.push(request.url());
  });
  return complaints;
}

/** Pixels by which a page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Returns everything that axe finds on a page. */
export async function findingsOf(
  page: Page,
): Promise<{ readonly id: string; readonly impact: string; readonly where: string[] }[]> {
  await page.evaluate(AXE);
  const findings = await page.evaluate<Finding[]>('axe.run().then(({ violations }) => violations)');
  return findings.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(({ html }) => html).slice(0, 3) }));
}
