/** Rewrites the switchboards that have changed. Served by switchboards_pkey; locks the rows that it rewrites. */
export const UPDATE_SWITCHBOARDS = `
  update directory.switchboards
  set phone = staged.phone, email = staged.email
  from pg_temp.staged_switchboards as staged
  where switchboards.organization_id = staged.organization_id
    and (switchboards.phone, switchboards.email) is distinct from (staged.phone, staged.email)
`;
