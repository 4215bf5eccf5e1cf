/** Whether the organization with a number ($1, a value of the identifier orgNumber) has a switchboard. Served by primary keys; locks nothing. */
export const FIND_SWITCHBOARD = `
  select exists (
    select
    from directory.organization_identifiers
    join directory.switchboards on switchboards.organization_id = organization_identifiers.organization_id
    where organization_identifiers.kind = 'orgNumber' and organization_identifiers.value = $1
  ) as found
`;
