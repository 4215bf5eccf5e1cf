/**
 * The contracts between the services: definitions loaded from the .proto files of this package, and
 * their generated types. Each proto package has one namespace of types: `search`, `reveal`,
 * `credits`.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import type { CreditsLedgerDefinition } from './generated/prospecting/credits/v1/CreditsLedger.js';
import type { CreditsReaderDefinition } from './generated/prospecting/credits/v1/CreditsReader.js';
import type { RevealAdminDefinition } from './generated/prospecting/reveal/v1/RevealAdmin.js';
import type { RevealSpenderDefinition } from './generated/prospecting/reveal/v1/RevealSpender.js';
import type { RevealViewerDefinition } from './generated/prospecting/reveal/v1/RevealViewer.js';
import type { SearchServiceDefinition } from './generated/prospecting/search/v1/SearchService.js';

export { CALLERS, type ServiceName } from './callers.js';
export type * as credits from './credits.js';
export type * as reveal from './reveal.js';
export type * as search from './search.js';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * The same options as in the `generate` script of package.json, because the types depend on them.
 */
const definitions = loadSync(
  ['search', 'reveal', 'credits'].map((name) => `prospecting/${name}/v1/${name}.proto`),
  { includeDirs: [root], longs: Number, enums: String, defaults: true, arrays: true },
);

function service<Definition>(fullName: string): Definition & ServiceDefinition {
  const definition = definitions[fullName];
  if (definition === undefined) throw new Error(`the .proto files define no service ${fullName}`);
  return definition as Definition & ServiceDefinition;
}

export const searchService = service<SearchServiceDefinition>('prospecting.search.v1.SearchService');
export const revealViewer = service<RevealViewerDefinition>('prospecting.reveal.v1.RevealViewer');
export const revealSpender = service<RevealSpenderDefinition>('prospecting.reveal.v1.RevealSpender');
export const revealAdmin = service<RevealAdminDefinition>('prospecting.reveal.v1.RevealAdmin');
export const creditsReader = service<CreditsReaderDefinition>('prospecting.credits.v1.CreditsReader');
export const creditsLedger = service<CreditsLedgerDefinition>('prospecting.credits.v1.CreditsLedger');
