import path from 'node:path';
import { KNOWN_ORGANIZATION } from '@prospecting/directory/sample';
import { DEMO_USER, demoKeyFile } from './demo-account.js';
import type { Stack } from './stack.js';

export interface BannerOptions {
  readonly stack: Pick<Stack, 'publicUrl' | 'baseUrl' | 'adminUrl' | 'consoleUrl'>;
  /** Address of the public listener. */
  readonly host: string;
  readonly dataDir: string;
  readonly demo: boolean;
  readonly startedInMs: number;
}

/**
 * Returns the text that the terminal shows when everything runs: the addresses, and a request that
 * works.
 */
export function banner({ stack, host, dataDir, demo, startedInMs }: BannerOptions): string {
  const first = demo
    ? [
        'Try it: this request finds a real organization in the sample data.',
        '',
        `  ${firstRequest(stack.baseUrl, dataDir)}`,
      ]
    : ['Begin with: npx prospect account create --name NAME, then npx prospect key create --account ID --name NAME'];
  return [
    '',
    `The prospecting data service is running (started in ${(startedInMs / 1000).toFixed(1)} s).`,
    '',
    `  API        ${stack.baseUrl} (${reach(host)})`,
    `  Reference  ${stack.publicUrl}/docs`,
    `  Admin      ${stack.adminUrl} (this machine only; npx prospect --help)`,
    ...(stack.consoleUrl === undefined ? [] : [`  Console    ${stack.consoleUrl} (${howToSignIn(demo)})`]),
    `  Data, log  ${dataDir}, ${path.join(dataDir, 'prospect.log')}`,
    '',
    ...first,
    '',
    'Ctrl-C stops everything. The next start keeps the data.',
    '',
  ].join('\n');
}

function howToSignIn(demo: boolean): string {
  return demo
    ? `sign in with: npx prospect console link --user ${DEMO_USER.email}`
    : 'invite yourself with: npx prospect user add --help';
}

function reach(host: string): string {
  return isLoopback(host)
    ? 'this machine only; PROSPECT_HOST=0.0.0.0 opens it to the network'
    : `PROSPECT_HOST=${host}`;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Returns one line for a shell. The shell reads the key from its file, so the key is not in the
 * terminal's history.
 */
export function firstRequest(baseUrl: string, dataDir: string): string {
  const { organizationNumber: orgNumber, countryCode } = KNOWN_ORGANIZATION;
  const body = JSON.stringify({ items: [{ ref: 'first', orgNumber, countryCode }] });
  return [
    `curl -s ${baseUrl}/organizations/match`,
    `-H "Authorization: Bearer $(cat ${quoted(demoKeyFile(dataDir))})"`,
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(body)}`,
  ].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll(`'`, `'\\''`)}'`;
}
