/** One row per record that passed its checks and whose organization is on record. */
export const STAGED_CONTACTS = {
  name: 'staged_contacts',
  head: {
    id: 'uuid not null',
    // False: the id is derived, for use if the contact turns out to be new.
    id_given: 'boolean not null',
  },
  content: {
    organization_id: 'uuid not null',
    name: 'text not null',
    job_title: 'text',
    is_executive: 'boolean not null',
    is_decision_maker: 'boolean not null',
    roles: 'text[] not null',
    linked_in_slug: 'text collate "C"',
    sort_key: 'text collate "C" not null',
    first_name: 'text collate "C" not null',
    email: 'text collate "C"',
    phone: 'text collate "C"',
  },
} as const;
