/** Adds the details of new contacts, in the plan's order. */
export const INSERT_DETAILS = `
  insert into directory.contact_details (contact_id, email, phone)
  select id, email, phone
  from pg_temp.planned_contacts
  where is_new and (email is not null or phone is not null)
`;
