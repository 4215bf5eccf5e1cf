import { fileURLToPath } from 'node:url';
import { formatNamed } from '../import/formats/index.js';
import { openInput } from '../import/input.js';
import type { CountryCode } from '../identifiers/index.js';
import { KNOWN_ORGANIZATION } from './known-organization.js';

export interface SampleFile {
  readonly path: string;
  readonly format: string;
}

function sampleFile(name: string, format: string): SampleFile {
  return { path: fileURLToPath(new URL(`../../sample/${name}`, import.meta.url)), format };
}

/** Oldest first: where two have one organization, the later one is right. */
export const SAMPLE_FILES: readonly SampleFile[] = [
  sampleFile('enheter-2022.json.gz', 'brreg-json'),
  sampleFile('underenheter.json', 'brreg-json'),
  sampleFile('enheter-2024.csv', 'brreg-csv'),
  sampleFile('underenheter-2024.csv', 'brreg-csv'),
  sampleFile('enhet-2025.json', 'brreg-json'),
];

/** What invented contacts need to know of an organization. */
export interface SampleOrganization {
  readonly countryCode: CountryCode;
  readonly organizationNumber: string;
  /** For addresses. Invented, so that nobody's real address comes out. */
  readonly domain: string;
}

/** Every organization of the sample files, each once, the known one first. */
export async function sampleOrganizations(): Promise<SampleOrganization[]> {
  const numbers = new Set<string>([KNOWN_ORGANIZATION.organizationNumber]);
  for (const { path, format } of SAMPLE_FILES) {
    const { bytes } = await openInput(path);
    for await (const block of formatNamed(format, 'organizations').read(bytes)) {
      for (const found of block) {
        if ('record' in found) numbers.add((found.record as { organizationNumber: string }).organizationNumber);
      }
    }
  }
  return [...numbers].map((organizationNumber) => ({
    countryCode: 'NO',
    organizationNumber,
    domain: `no${organizationNumber}.example`,
  }));
}
