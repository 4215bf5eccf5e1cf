-- An organization may be in several registers. What each of them says is kept, so that the record is
-- the same in whatever order their files are imported (docs/decisions/0027).

alter table directory.organizations
  -- The only source of the record; 'merged' when organization_sources has what each source says; null
  -- when the record was written before sources were recorded.
  add column source text collate "C";

-- What each source says about the organizations that have several. An organization with one source
-- has no row: its record is what that source says.
create table directory.organization_sources (
  organization_id uuid not null
    constraint organization_sources_organization_fkey references directory.organizations (id) on delete cascade,
  source text collate "C" not null,
  -- SHA-256 of the canonical record of this source.
  content_hash bytea not null,
  natural_key text collate "C" not null,
  country_code text not null,
  name text not null,
  sole_trader boolean not null,
  legal_form text,
  city text,
  founded_year integer,
  org_number_key text collate "C" not null,
  linked_in_key text collate "C",
  domains text[],
  organization_number text not null,
  domain text,
  linked_in_url text,
  website text,
  employees_min integer,
  employees_max integer,
  revenue_min bigint,
  revenue_max bigint,
  revenue_currency text,
  one_sentence_description text,
  description text,
  technologies text[],
  keywords text[],
  tags text[],
  address_line1 text,
  address_line2 text,
  postal_code text,
  state_or_province text,
  constraint organization_sources_pkey primary key (organization_id, source)
);

-- Organizations that their national register has deleted. No other source brings them back. Never a
-- person: a sole trader's number is not a number of this table.
create table directory.deregistered_organizations (
  -- Country and number, as the identifier orgNumber.
  org_number_key text collate "C" not null
    constraint deregistered_organizations_number_check check (org_number_key not like 'SE#%'),
  source text collate "C" not null,
  constraint deregistered_organizations_pkey primary key (org_number_key, source)
);

grant select, insert, update, delete on directory.organization_sources, directory.deregistered_organizations
  to prospect_importer;
do $$
begin
  if current_setting('server_version_num')::integer >= 170000 then
    execute 'grant maintain on directory.organization_sources, directory.deregistered_organizations to prospect_importer';
  end if;
end $$;
