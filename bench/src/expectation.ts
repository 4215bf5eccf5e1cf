import type { Identifiers } from './bodies.js';

/** The kind of identifier, as results name it in `matchedBy`. */
export type Kind = 'id' | 'orgNumber' | 'linkedInUrl' | 'domain';

/** An organization that has a value. Several may have the same value. */
export interface Claim {
  readonly kind: Kind;
  readonly value: string;
  readonly organizationId: string;
  /** 0: the organization's primary value. */
  readonly position: number;
  readonly foundedYear: number | null;
}

/** The organization that each value finds, by `keyOf`. */
export type Owners = ReadonlyMap<string, string>;

/** What the result of an item must contain. */
export type ExpectedResult =
  | { readonly status: 'matched'; readonly matchedBy: Kind; readonly organizationId: string }
  | { readonly status: 'not_found' };

export function keyOf(kind: Kind, value: string): string {
  return `${kind} ${value}`;
}

/**
 * Determines whom a value finds: the organization whose primary value it is, then the one founded
 * first, then the lowest id.
 */
export function ownersOf(claims: readonly Claim[]): Owners {
  const best = new Map<string, Claim>();
  for (const claim of claims) {
    const key = keyOf(claim.kind, claim.value);
    const current = best.get(key);
    if (current === undefined || precedes(claim, current)) best.set(key, claim);
  }
  return new Map([...best].map(([key, { organizationId }]) => [key, organizationId]));
}

function precedes(a: Claim, b: Claim): boolean {
  if (a.position !== b.position) return a.position < b.position;
  const [foundedA, foundedB] = [a.foundedYear ?? Number.POSITIVE_INFINITY, b.foundedYear ?? Number.POSITIVE_INFINITY];
  if (foundedA !== foundedB) return foundedA < foundedB;
  return a.organizationId < b.organizationId;
}

/** Returns the values by which an item may be found, in the order of trial. */
export function valuesOf(identifiers: Identifiers): { readonly kind: Kind; readonly value: string }[] {
  const { id, orgNumbers, linkedInPage, domains } = identifiers;
  return [
    ...(id === undefined ? [] : [{ kind: 'id' as const, value: id }]),
    ...orgNumbers.map(({ countryCode, digits }) => ({ kind: 'orgNumber' as const, value: countryCode + digits })),
    ...(linkedInPage === undefined ? [] : [{ kind: 'linkedInUrl' as const, value: linkedInPage }]),
    ...domains.map((value) => ({ kind: 'domain' as const, value })),
  ];
}

export function expectedResult(identifiers: Identifiers, owners: Owners): ExpectedResult {
  for (const { kind, value } of valuesOf(identifiers)) {
    const organizationId = owners.get(keyOf(kind, value));
    if (organizationId !== undefined) return { status: 'matched', matchedBy: kind, organizationId };
  }
  return { status: 'not_found' };
}

/**
 * Compares a parsed response of organizations/match with the expected results. Throws Error naming
 * the first difference.
 */
export function checkResponse(response: unknown, expected: readonly ExpectedResult[]): void {
  const { results } = response as { results?: readonly ShownResult[] };
  if (results?.length !== expected.length) {
    throw new Error(`${expected.length} items got ${results?.length ?? 'no'} results`);
  }
  for (const [index, expectedItem] of expected.entries()) {
    const shown = toExpected(results[index]);
    if (results[index]?.ref !== String(index) || !sameResult(shown, expectedItem)) {
      throw new Error(`item ${index} should be ${JSON.stringify(expectedItem)} but is ${JSON.stringify(shown)}`);
    }
  }
}

interface ShownResult {
  readonly ref?: string;
  readonly status?: string;
  readonly matchedBy?: string;
  readonly organization?: { readonly id?: string };
}

function toExpected(result: ShownResult | undefined): object {
  const { status, matchedBy, organization } = result ?? {};
  return status === 'matched' ? { status, matchedBy, organizationId: organization?.id } : { status };
}

function sameResult(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
