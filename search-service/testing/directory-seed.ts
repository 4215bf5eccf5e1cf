import { createHash, randomUUID } from 'node:crypto';
import { firstNameOf, normalizeName, soleTraderHash } from '@prospecting/directory/identifiers';
import { Pool } from '@prospecting/platform/postgres';

export const SOLE_TRADER_KEY = 'a key for sole traders in tests only';

export interface ContactSeed {
  readonly id?: string;
  readonly name: string;
  readonly jobTitle?: string;
  readonly isExecutive?: boolean;
  readonly isDecisionMaker?: boolean;
  readonly roles?: readonly string[];
  readonly linkedInSlug?: string;
}

export interface OrganizationSeed {
  readonly id?: string;
  readonly name?: string;
  readonly countryCode?: 'SE' | 'NO' | 'DK' | 'FI';
  readonly soleTrader?: boolean;
  readonly legalForm?: string;
  readonly city?: string;
  readonly foundedYear?: number;
  readonly digits?: string;
  readonly linkedInPage?: string;
  /** In order of position: the first is primary. */
  readonly domains?: readonly string[];
  readonly contacts?: readonly ContactSeed[];
}

/**
 * Inserts organizations and their contacts into the directory at `url`, as superuser. Returns the
 * ids of the organizations.
 */
export async function seedDirectory(url: string, seeds: readonly OrganizationSeed[]): Promise<string[]> {
  const organizations = seeds.map((seed) => ({ ...seed, id: seed.id ?? randomUUID() }));
  // Vacuum marks pages all-visible only when their commits are on disk, and test servers may commit
  // asynchronously.
  const pool = new Pool({ connectionString: url, max: 1, options: '-c synchronous_commit=on' });
  const insert = (table: string, rows: readonly object[]): Promise<unknown> =>
    pool.query(`insert into directory.${table} select * from jsonb_populate_recordset(null::directory.${table}, $1)`, [
      JSON.stringify(rows),
    ]);
  try {
    await insert('organizations', organizations.map(organizationRow));
    await insert('organization_identifiers', organizations.flatMap(identifierRows));
    await insert(
      'contacts',
      organizations.flatMap(({ id, contacts = [] }) => contacts.map((contact) => contactRow(id, contact))),
    );
    await pool.query('analyze directory.organizations, directory.organization_identifiers, directory.contacts');
  } finally {
    await pool.end();
  }
  return organizations.map(({ id }) => id);
}

const NO_HASH = '\\x00';

function organizationRow(seed: OrganizationSeed & { readonly id: string }): object {
  return {
    id: seed.id,
    country_code: seed.countryCode ?? 'SE',
    natural_key: createHash('sha256').update(seed.id).digest('hex'),
    name: seed.name ?? 'Exempelbolaget AB',
    sole_trader: seed.soleTrader ?? false,
    legal_form: seed.legalForm,
    city: seed.city,
    founded_year: seed.foundedYear,
    content_hash: NO_HASH,
  };
}

function identifierRows(seed: OrganizationSeed & { readonly id: string }): object[] {
  const { id, digits, linkedInPage, domains = [], countryCode = 'SE', soleTrader = false } = seed;
  const rows: object[] = [];
  if (digits !== undefined) {
    const value =
      soleTrader && countryCode === 'SE' ? `SE#${soleTraderHash(SOLE_TRADER_KEY, digits)}` : countryCode + digits;
    rows.push({ kind: 'orgNumber', value, organization_id: id, position: 0 });
  }
  if (linkedInPage !== undefined)
    rows.push({ kind: 'linkedInUrl', value: linkedInPage, organization_id: id, position: 0 });
  for (const [position, value] of domains.entries())
    rows.push({ kind: 'domain', value, organization_id: id, position });
  return rows;
}

/** Returns the sort key of a seeded contact. */
export function sortKeyOf(seed: ContactSeed): string {
  const flag = (first: boolean | undefined): string => (first === true ? '0' : '1');
  return flag(seed.isExecutive) + flag(seed.isDecisionMaker) + normalizeName(seed.name);
}

function contactRow(organizationId: string, seed: ContactSeed): object {
  return {
    id: seed.id ?? randomUUID(),
    organization_id: organizationId,
    name: seed.name,
    job_title: seed.jobTitle,
    is_executive: seed.isExecutive ?? false,
    is_decision_maker: seed.isDecisionMaker ?? false,
    roles: seed.roles ?? [],
    linked_in_slug: seed.linkedInSlug,
    sort_key: sortKeyOf(seed),
    first_name: firstNameOf(normalizeName(seed.name)),
    content_hash: NO_HASH,
  };
}
