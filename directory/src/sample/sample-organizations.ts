import { fileURLToPath } from 'node:url';
import { findFormat, type FormatName } from '../import/formats/index.js';
import { openInput } from '../import/input.js';
import type { CountryCode } from '../identifiers/index.js';

/**
 * One organization of the sample for a first request. It has contacts and a switchboard, and it is
 * the only one with its domain.
 */
export const KNOWN_ORGANIZATION = {
  countryCode: 'NO',
  organizationNumber: '894973552',
  name: 'ABC ELEKTRO AS',
  domain: 'abcelektro.no',
} as const;

export interface SampleFile {
  readonly path: string;
  readonly format: FormatName;
}

function sampleFile(name: string, format: FormatName): SampleFile {
  return { path: fileURLToPath(new URL(`../../sample/${name}`, import.meta.url)), format };
}

/** The sample files, oldest first: the last file that has an organization is right. */
export const SAMPLE_FILES: readonly SampleFile[] = [
  sampleFile('enheter-2022.json.gz', 'brreg-json'),
  sampleFile('underenheter.json', 'brreg-json'),
  sampleFile('enheter-2024.csv', 'brreg-csv'),
  sampleFile('underenheter-2024.csv', 'brreg-csv'),
  sampleFile('enhet-2025.json', 'brreg-json'),
];

/** Invented records that the guides for integrators name, in the order in which they are imported. */
export const GUIDE_FILES = (['organizations', 'contacts', 'switchboards'] as const).map((kind) => ({
  kind,
  ...sampleFile(`guides/${kind}.jsonl`, 'canonical'),
}));

/** The part of an organization from which contacts and switchboards are generated. */
export interface SampleOrganization {
  readonly countryCode: CountryCode;
  readonly organizationNumber: string;
  /** Domain of generated addresses. Invented, so that no real address is generated. */
  readonly domain: string;
}

/** Returns the distinct organizations of the sample files, the known one first. */
export async function sampleOrganizations(): Promise<SampleOrganization[]> {
  const numbers = new Set<string>([KNOWN_ORGANIZATION.organizationNumber]);
  for (const { path, format } of SAMPLE_FILES) {
    const { bytes } = await openInput(path);
    for await (const block of findFormat(format, 'organizations').read(bytes)) {
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
