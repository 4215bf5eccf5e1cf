/** Gives changed contacts the details that they have now. Served by contact_details_pkey; locks the rows that it rewrites. */
export const UPDATE_DETAILS = `
  insert into directory.contact_details (contact_id, email, phone)
  select id, email, phone
  from pg_temp.planned_contacts
  where not is_new and (email is not null or phone is not null)
  on conflict on constraint contact_details_pkey do update
  set email = excluded.email, phone = excluded.phone
`;
