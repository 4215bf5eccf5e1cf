/** Adds the switchboards of organizations that had none. Served by switchboards_pkey, or for a large file by one pass. */
export const INSERT_SWITCHBOARDS = `
  insert into directory.switchboards (organization_id, phone, email)
  select staged.organization_id, staged.phone, staged.email
  from pg_temp.staged_switchboards as staged
  where not exists (select from directory.switchboards where switchboards.organization_id = staged.organization_id)
  order by staged.organization_id
`;
