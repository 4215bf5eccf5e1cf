import { isCountryCode } from '@prospecting/directory/identifiers';
import { statement, type Queryable } from '@prospecting/platform/postgres';
import type { KnownOrganization } from './bodies.js';
import type { Claim, Kind } from './expectation.js';
import type { Random } from './random.js';
import type { KnownContact } from './spend-orders.js';

/** The organization at or after each id. Served by organizations_pkey and organization_identifiers_organization_idx; locks nothing. */
const selectOrganizations = statement<[ids: readonly string[]], OrganizationRow>(
  'bench_select_organizations',
  `select o.id, o.country_code as "countryCode",
    substr(min(i.value) filter (where i.kind = 'orgNumber' and i.value not like 'SE#%'), 3) as "orgNumber",
    min(i.value) filter (where i.kind = 'linkedInUrl') as "linkedInPage",
    min(i.value) filter (where i.kind = 'domain') as "domain"
  from unnest($1::uuid[]) as asked (id)
  cross join lateral (
    select id, country_code from directory.organizations where id >= asked.id order by id limit 1
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

/** Everyone who has one of the values. Served by organizations_pkey and organization_identifiers_pkey; locks nothing. */
const selectClaims = statement<[kinds: readonly string[], values: readonly string[]], Claim>(
  'bench_select_claims',
  `select asked.kind, asked.value, i.organization_id as "organizationId", i.position, o.founded_year as "foundedYear"
  from unnest($1::text[], $2::text[]) as asked (kind, value)
  join directory.organization_identifiers i on i.kind = asked.kind and i.value = asked.value
  join directory.organizations o on o.id = i.organization_id
  union all
  select asked.kind, asked.value, o.id, 0, o.founded_year
  from unnest($1::text[], $2::text[]) as asked (kind, value)
  join directory.organizations o on asked.kind = 'id' and o.id = case when asked.kind = 'id' then asked.value::uuid end`,
);

/** Up to `count` different organizations from all over the data set; the same for the same data and the same random source. */
export async function readOrganizations(on: Queryable, count: number, random: Random): Promise<KnownOrganization[]> {
  const ids = Array.from({ length: count }, () => random.uuid());
  const rows = await selectOrganizations.run(on, [ids]);
  return rows.map(toKnownOrganization);
}

/** Who has any of the values: who an item stands for is worked out from this, not taken from what is measured. */
export async function readClaims(
  on: Queryable,
  asked: readonly { readonly kind: Kind; readonly value: string }[],
): Promise<Claim[]> {
  const distinct = [...new Map(asked.map((each) => [`${each.kind} ${each.value}`, each])).values()];
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

/** Contacts with an address, in no order of theirs. Reads two tables whole; locks nothing. */
const selectContacts = statement<[count: number], KnownContact>(
  'bench_select_contacts',
  `select contacts.id, contact_details.email
  from directory.contacts
  join directory.contact_details on contact_details.contact_id = contacts.id
  where contact_details.email is not null
  limit $1`,
);

/** What they need in memory is some 100 bytes each. */
const MAX_CONTACTS = 1_000_000;

/** Contacts whose address can be revealed. */
export async function readContacts(on: Queryable): Promise<KnownContact[]> {
  return selectContacts.run(on, [MAX_CONTACTS]);
}
