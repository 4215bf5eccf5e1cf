import { isCountryCode } from '@prospecting/directory/identifiers';
import { statement, type Queryable } from '@prospecting/platform/postgres';
import type { Random } from '@prospecting/platform/random';
import type { KnownOrganization } from './bodies.js';
import type { Claim, Kind } from './expectation.js';
import type { KnownContact } from './spend-orders.js';

/**
 * Selects the organization at or after each id. Locks nothing. Served by organizations_pkey and
 * organization_identifiers_organization_idx.
 */
const selectOrganizations = statement<[ids: readonly string[]], OrganizationRow>(
  'bench_select_organizations',
  `select o.id, o.country_code as "countryCode",
    substr(min(i.value) filter (where i.kind = 'orgNumber' and i.value not like 'SE#%'), 3) as "orgNumber",
    min(i.value) filter (where i.kind = 'linkedInUrl') as "linkedInPage",
    min(i.value) filter (where i.kind = 'domain') as "domain"
  from unnest($1::uuid[]) as requested (id)
  cross join lateral (
    select id, country_code from directory.organizations where id >= requested.id order by id limit 1
  ) o
  join directory.organization_identifiers i on i.organization_id = o.id
  group by o.id, o.country_code
  order by o.id`,
);

interface OrganizationRow {
  readonly id: string;
  readonly countryCode: string;
  readonly orgNumber: string | null;
  readonly linkedInPage: string | null;
  readonly domain: string | null;
}

/**
 * Selects every organization that has one of the values. Locks nothing. Served by
 * organizations_pkey and organization_identifiers_pkey.
 */
const selectClaims = statement<[kinds: readonly string[], values: readonly string[]], Claim>(
  'bench_select_claims',
  `select requested.kind, requested.value, i.organization_id as "organizationId", i.position, o.founded_year as "foundedYear"
  from unnest($1::text[], $2::text[]) as requested (kind, value)
  join directory.organization_identifiers i on i.kind = requested.kind and i.value = requested.value
  join directory.organizations o on o.id = i.organization_id
  union all
  select requested.kind, requested.value, o.id, 0, o.founded_year
  from unnest($1::text[], $2::text[]) as requested (kind, value)
  join directory.organizations o on requested.kind = 'id' and o.id = case when requested.kind = 'id' then requested.value::uuid end`,
);

/**
 * Reads up to `count` different organizations from the whole data set. The same data and random
 * source give the same ones.
 */
export async function readOrganizations(on: Queryable, count: number, random: Random): Promise<KnownOrganization[]> {
  const ids = Array.from({ length: count }, () => random.uuid());
  const rows = await selectOrganizations.run(on, [ids]);
  return rows.map(toKnownOrganization);
}

/**
 * Reads who has any of the values. The expected results derive from this, not from the code under
 * measurement.
 */
export async function readClaims(
  on: Queryable,
  requested: readonly { readonly kind: Kind; readonly value: string }[],
): Promise<Claim[]> {
  const distinct = [...new Map(requested.map((each) => [`${each.kind} ${each.value}`, each])).values()];
  return selectClaims.run(on, [distinct.map(({ kind }) => kind), distinct.map(({ value }) => value)]);
}

function toKnownOrganization({ id, countryCode, orgNumber, linkedInPage, domain }: OrganizationRow): KnownOrganization {
  if (!isCountryCode(countryCode)) throw new Error(`organization ${id} is of no country that we know`);
  return {
    id,
    countryCode,
    ...(orgNumber !== null && { orgNumber }),
    ...(linkedInPage !== null && { linkedInPage }),
    ...(domain !== null && { domain }),
  };
}

/**
 * Selects contacts that have an address, from a share of the pages of their table. Locks nothing.
 * Scans those pages.
 */
const selectContacts = statement<[percent: number, count: number], KnownContact>(
  'bench_select_contacts',
  `select contacts.id, contact_details.email
  from directory.contacts tablesample system ($1) repeatable (1)
  join directory.contact_details on contact_details.contact_id = contacts.id
  where contact_details.email is not null
  limit $2`,
);

/** Estimates the number of contacts, as the last analysis counted them. Locks nothing. */
const estimateContacts = statement<[], { readonly contacts: number }>(
  'bench_estimate_contacts',
  `select greatest(reltuples, 1)::float8 as contacts from pg_catalog.pg_class
  where oid = 'directory.contacts'::regclass`,
);

/** Each contact takes some 100 bytes of memory. */
const MAX_CONTACTS = 1_000_000;

/** Reads contacts whose address can be revealed, from all over the data set. */
export async function readContacts(on: Queryable): Promise<KnownContact[]> {
  const [estimate] = await estimateContacts.run(on, []);
  const percent = Math.min(100, (100 * MAX_CONTACTS) / (estimate?.contacts ?? 1));
  return selectContacts.run(on, [percent, MAX_CONTACTS]);
}
