-- The data set. The search role may read organizations, their identifiers and contacts. Everything that
-- is sold (details, e-mail addresses, phone numbers) is in separate tables that only the reveal role
-- may read. Only the importer role may write.

create table directory.organizations (
  id uuid constraint organizations_pkey primary key,
  country_code text not null
    constraint organizations_country_code_check check (country_code in ('SE', 'NO', 'DK', 'FI')),
  -- What a register's record is known by from one import to the next: country and number; for a Swedish sole trader
  -- the keyed hash of the number and the levelled name, as one person may run several firms under one number.
  natural_key text collate "C" not null constraint organizations_natural_key_key unique,
  name text not null,
  sole_trader boolean not null,
  legal_form text,
  city text,
  founded_year integer,
  -- SHA-256 of the whole canonical record: an import rewrites only what changed.
  content_hash bytea not null
);

-- Every value by which an organization can be found. Read by (kind, value).
create table directory.organization_identifiers (
  kind text collate "C" not null
    constraint organization_identifiers_kind_check check (kind in ('orgNumber', 'linkedInUrl', 'domain')),
  -- orgNumber: country code and digits, 'NO923609016'; a sole trader's 'SE#' and the keyed hash of the number.
  -- linkedInUrl: 'company/acme'. domain: host name without 'www.'.
  value text collate "C" not null,
  organization_id uuid not null
    constraint organization_identifiers_organization_fkey references directory.organizations (id) on delete cascade,
  -- 0 is the primary value of its kind; of several organizations with one domain, the one whose primary it is goes first.
  position smallint not null,
  constraint organization_identifiers_pkey primary key (kind, value, organization_id)
);
create index organization_identifiers_organization_idx on directory.organization_identifiers (organization_id);

create table directory.organization_details (
  organization_id uuid constraint organization_details_pkey primary key
    constraint organization_details_organization_fkey references directory.organizations (id) on delete cascade,
  sole_trader boolean not null,
  -- As shown: '556036-0793'; a Swedish sole trader's is masked here already.
  organization_number text not null,
  domain text,
  linked_in_url text,
  website text,
  employees_min integer,
  employees_max integer,
  revenue_min bigint constraint organization_details_revenue_min_check check (abs(revenue_min) <= 9007199254740991),
  revenue_max bigint constraint organization_details_revenue_max_check check (abs(revenue_max) <= 9007199254740991),
  revenue_currency text,
  one_sentence_description text,
  description text,
  -- Lists are null, never empty, when nothing is on record.
  technologies text[],
  keywords text[],
  tags text[],
  address_line1 text,
  address_line2 text,
  postal_code text,
  state_or_province text
);

create table directory.contacts (
  id uuid constraint contacts_pkey primary key,
  organization_id uuid not null
    constraint contacts_organization_fkey references directory.organizations (id) on delete cascade,
  name text not null,
  job_title text,
  is_executive boolean not null,
  is_decision_maker boolean not null,
  roles text[] not null,
  -- Slug of the person's LinkedIn page.
  linked_in_slug text collate "C",
  -- Order of an organization's contacts: '0' or '1' for isExecutive and for isDecisionMaker (0 is true, so it goes first),
  -- then the levelled name, compared by code point.
  sort_key text collate "C" not null,
  -- Levelled first given name.
  first_name text collate "C" not null,
  content_hash bytea not null
);
-- Serves pages and exact counts of an organization's contacts, with a role filter, without touching the table for counts.
create index contacts_organization_sort_idx on directory.contacts (organization_id, sort_key, id) include (roles);
-- Serves people by name within an organization.
create index contacts_organization_first_name_idx on directory.contacts (organization_id, first_name);
-- Serves people by LinkedIn page.
create index contacts_linked_in_slug_idx on directory.contacts (linked_in_slug) where linked_in_slug is not null;

create table directory.contact_details (
  contact_id uuid constraint contact_details_pkey primary key
    constraint contact_details_contact_fkey references directory.contacts (id) on delete cascade,
  -- Lower case, domain in ASCII.
  email text collate "C",
  -- E.164.
  phone text collate "C",
  constraint contact_details_not_empty_check check (email is not null or phone is not null)
);
-- Serves the contacts behind an address that an account owns.
create index contact_details_email_idx on directory.contact_details (email) where email is not null;

create table directory.switchboards (
  organization_id uuid constraint switchboards_pkey primary key
    constraint switchboards_organization_fkey references directory.organizations (id) on delete cascade,
  phone text collate "C",
  email text collate "C",
  constraint switchboards_not_empty_check check (email is not null or phone is not null)
);

grant usage on schema directory to prospect_importer, prospect_search, prospect_reveal;
grant select, insert, update, delete on all tables in schema directory to prospect_importer;
revoke all on directory.migrations, directory.migrations_lock from prospect_importer;
-- VACUUM and ANALYZE after a large import, without which pages and counts are slow until autovacuum comes by. Before
-- PostgreSQL 17 only the owner may do that, and the importer's attempt is a warning.
do $$
begin
  if current_setting('server_version_num')::integer >= 170000 then
    execute 'grant maintain on all tables in schema directory to prospect_importer';
    execute 'revoke maintain on directory.migrations, directory.migrations_lock from prospect_importer';
  end if;
end $$;

-- search: what finds and what everyone may see; neither hashes nor anything that is sold.
grant select (id, country_code, name, sole_trader, legal_form, city, founded_year) on directory.organizations to prospect_search;
grant select on directory.organization_identifiers to prospect_search;
grant select (id, organization_id, name, job_title, is_executive, is_decision_maker, roles, linked_in_slug, sort_key, first_name)
  on directory.contacts to prospect_search;

grant select (id, country_code, name, sole_trader, legal_form, city, founded_year) on directory.organizations to prospect_reveal;
grant select (id, organization_id, name, linked_in_slug) on directory.contacts to prospect_reveal;
grant select on directory.organization_details, directory.contact_details, directory.switchboards to prospect_reveal;
