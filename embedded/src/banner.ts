import path from 'node:path';
import { KNOWN_ORGANIZATION } from '@prospecting/directory/sample';
import { demoKeyFile } from './demo-account.js';
import type { Stack } from './stack.js';

export interface BannerOptions {
  readonly stack: Pick<Stack, 'publicUrl' | 'baseUrl' | 'adminUrl'>;
  readonly dataDir: string;
  readonly demo: boolean;
  readonly startedInMs: number;
}

/** What is said when everything runs: where things are, and a request that works. */
export function banner({ stack, dataDir, demo, startedInMs }: BannerOptions): string {
  const first = demo
    ? ['Try it: this asks for a real organization of the sample data.', '', `  ${firstRequest(stack.baseUrl, dataDir)}`]
    : ['Begin: npx prospect account create --name NAME, then npx prospect key create --account ID --name NAME'];
  return [
    '',
    `The prospecting data service is running (started in ${(startedInMs / 1000).toFixed(1)} s).`,
    '',
    `  API        ${stack.baseUrl}`,
    `  Reference  ${stack.publicUrl}/docs`,
    `  Admin      ${stack.adminUrl} (loopback only; npx prospect --help)`,
    `  Data, log  ${dataDir}, ${path.join(dataDir, 'prospect.log')}`,
    '',
    ...first,
    '',
    'Ctrl-C stops everything; the next start goes on with the same data.',
    '',
  ].join('\n');
}

/** One line for a shell. The key is read from its file, so that it is in no terminal's memory. */
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
