/** Takes away the details of changed contacts that have none any more. Served by contact_details_pkey; locks what it removes. */
export const REMOVE_DETAILS = `
  delete from directory.contact_details
  using pg_temp.planned_contacts as planned
  where not planned.is_new
    and planned.email is null and planned.phone is null
    and contact_details.contact_id = planned.id
`;
