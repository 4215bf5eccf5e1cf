import { statement } from '@prospecting/platform/postgres';
import type { ListContactPagesValues } from '../matching/contact-pages.js';
import type { ContactPageRow } from '../matching/records.js';
import { CONTACT_COLUMNS, CONTACT_FIELDS } from './contact-columns.js';

/**
 * Selects pages of contacts of several organizations, each with the exact count of its whole list.
 * Locks nothing. Served by contacts_organization_sort_idx (organization_id, sort_key, id) include
 * (roles): a page starts at its row. The index has all that the count and the choice of a page's rows
 * read; contacts_pkey finds the rows.
 */
export const selectContactPages = statement<ListContactPagesValues, ContactPageRow>(
  'directory_select_contact_pages',
  `
  -- Each list is counted once, however many of the batch's pages are of it.
  with total as materialized (
    select listed.organization_id, counted.count
    from (select distinct organization_id from unnest($1::uuid[]) as requested (organization_id)) listed
    cross join lateral (
      select count(*) as count
      from directory.contacts c
      where c.organization_id = listed.organization_id
        and (cardinality($5::text[]) = 0 or c.roles && $5::text[])
    ) counted
  )
  select page.number::integer - 1 as page, total.count::integer as "totalCount",
    ${CONTACT_FIELDS}, contact."sortKey"
  from unnest($1::uuid[], $2::text[], $3::uuid[], $4::integer[])
    with ordinality as page (organization_id, after_sort_key, after_id, row_limit, number)
  join total on total.organization_id = page.organization_id
  left join lateral (
    -- Reads no column that the index does not have. Otherwise, where most organizations have one contact, the planner
    -- may take the index of first names and read all contacts of a large one.
    select c.id, c.sort_key
    from directory.contacts c
    where c.organization_id = page.organization_id
      and (c.sort_key, c.id) > (page.after_sort_key, page.after_id)
      and (cardinality($5::text[]) = 0 or c.roles && $5::text[])
    order by c.sort_key, c.id
    limit page.row_limit
  ) listed on true
  left join lateral (
    select ${CONTACT_COLUMNS}, c.sort_key as "sortKey"
    from directory.contacts c
    where c.id = listed.id
    limit 1
  ) contact on true
  order by page.number, contact."sortKey", contact.id`,
);
