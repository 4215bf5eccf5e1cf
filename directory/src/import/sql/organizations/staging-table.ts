/**
 * One row per record that passed its checks. Besides these, a row for each organization that the
 * register has deleted, and for each whose record failed its checks: they have only a number.
 */
export const STAGED_ORGANIZATIONS = {
  name: 'staged_organizations',
  head: {
    id: 'uuid not null',
    id_given: 'boolean not null',
    source: 'text collate "C" not null',
    // Order among the records of one organization, where a file has several on purpose.
    preference: 'integer',
    // 'record', 'gone' (the register has deleted it), or 'rejected' (it is in the file, with a fault).
    state: 'text collate "C" not null',
  },
  content: {
    // Equals org_number_key. Removing it would change the digest of every organization on record,
    // and the next import would rewrite them all.
    natural_key: 'text collate "C" not null',
    country_code: 'text not null',
    name: 'text not null',
    sole_trader: 'boolean not null',
    legal_form: 'text',
    city: 'text',
    founded_year: 'integer',
    org_number_key: 'text collate "C" not null',
    linked_in_key: 'text collate "C"',
    domains: 'text[]',
    organization_number: 'text not null',
    domain: 'text',
    linked_in_url: 'text',
    website: 'text',
    employees_min: 'integer',
    employees_max: 'integer',
    revenue_min: 'bigint',
    revenue_max: 'bigint',
    revenue_currency: 'text',
    one_sentence_description: 'text',
    description: 'text',
    technologies: 'text[]',
    keywords: 'text[]',
    tags: 'text[]',
    address_line1: 'text',
    address_line2: 'text',
    postal_code: 'text',
    state_or_province: 'text',
  },
} as const;
