import { soleTraderHash } from '@prospecting/directory/identifiers';
import type { search } from '@prospecting/protos';
import type { IdentifierKind, OrganizationHitRow } from './records.js';

/** A stored value by which one of an item's identifiers may be found. */
export interface Candidate {
  readonly kind: IdentifierKind;
  readonly value: string;
  /** The org number of which `value` is the stored form. */
  readonly orgNumber?: search.OrgNumber;
}

/** The organizations found, by kind and value. */
export type Hits<Hit> = Readonly<Record<IdentifierKind, ReadonlyMap<string, Hit>>>;

/**
 * Returns the values to look for, in the order of trial: id, org numbers, LinkedIn page, domains. A
 * Swedish number may be a sole trader's, of which only a hash under `soleTraderKey` is stored, so
 * both forms are looked for.
 */
export function candidatesOf(identifiers: search.OrganizationIdentifiers | null, soleTraderKey: string): Candidate[] {
  const candidates: Candidate[] = [];
  if (identifiers === null) return candidates;
  if (identifiers.id !== undefined) candidates.push(idCandidate(identifiers.id));
  for (const orgNumber of identifiers.orgNumbers) {
    const { countryCode, digits } = orgNumber;
    candidates.push({ kind: 'orgNumber', value: countryCode + digits, orgNumber });
    if (countryCode === 'SE') {
      candidates.push({ kind: 'orgNumber', value: `SE#${soleTraderHash(soleTraderKey, digits)}`, orgNumber });
    }
  }
  if (identifiers.linkedInPage !== undefined) candidates.push({ kind: 'linkedInUrl', value: identifiers.linkedInPage });
  for (const domain of identifiers.domains) candidates.push({ kind: 'domain', value: domain });
  return candidates;
}

export function idCandidate(id: string): Candidate {
  return { kind: 'id', value: id };
}

/** Parameters $1 to $4 of ORGANIZATION_HITS. The values of each are distinct. */
export type OrganizationHitsValues = readonly [
  ids: readonly string[],
  orgNumbers: readonly string[],
  linkedInPages: readonly string[],
  domains: readonly string[],
];

/** Returns the candidates of a whole batch as parameters of ORGANIZATION_HITS, each value once. */
export function toHitsValues(candidates: Iterable<Candidate>): OrganizationHitsValues {
  const values = {
    id: new Set<string>(),
    orgNumber: new Set<string>(),
    linkedInUrl: new Set<string>(),
    domain: new Set<string>(),
  };
  for (const { kind, value } of candidates) values[kind].add(value);
  return [[...values.id], [...values.orgNumber], [...values.linkedInUrl], [...values.domain]];
}

/** Returns the parameters of selectOrganizationHits for a batch of items. */
export function matchOrganizationsValues(
  items: readonly search.OrganizationIdentifiers[],
  soleTraderKey: string,
): OrganizationHitsValues {
  return toHitsValues(items.flatMap((item) => candidatesOf(item, soleTraderKey)));
}

export function indexHits<Hit extends Pick<OrganizationHitRow, 'kind' | 'value'>>(hits: Iterable<Hit>): Hits<Hit> {
  const index = {
    id: new Map<string, Hit>(),
    orgNumber: new Map<string, Hit>(),
    linkedInUrl: new Map<string, Hit>(),
    domain: new Map<string, Hit>(),
  };
  for (const hit of hits) index[hit.kind].set(hit.value, hit);
  return index;
}

/** Returns the first candidate that was found, with its hit. */
export function firstHit<Hit>(
  candidates: readonly Candidate[],
  hits: Hits<Hit>,
): { readonly candidate: Candidate; readonly hit: Hit } | undefined {
  for (const candidate of candidates) {
    const hit = hits[candidate.kind].get(candidate.value);
    if (hit !== undefined) return { candidate, hit };
  }
  return undefined;
}
