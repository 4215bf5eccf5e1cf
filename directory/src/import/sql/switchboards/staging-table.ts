/** One row per record that passed its checks and whose organization is on record. */
export const STAGED_SWITCHBOARDS = {
  name: 'staged_switchboards',
  head: {},
  content: {
    organization_id: 'uuid not null',
    phone: 'text collate "C"',
    email: 'text collate "C"',
  },
} as const;
