import { statement } from '@prospecting/platform/postgres';
import type { ListContactPagesValues } from '../matching/contact-pages.js';
import type { ContactPageRow } from '../matching/records.js';
import { CONTACT_COLUMNS } from './contact-columns.js';

/**
 * Pages of contacts of several organizations, each with the exact count of its whole list.
 *
 * Indexes: contacts_organization_sort_idx (organization_id, sort_key, id) include (roles), where each page begins at its row; the
 * count reads an index alone. Locks nothing.
 */
export const listContactPagesStatement = statement<ListContactPagesValues, ContactPageRow>(
  'list-contact-pages',
  `
  -- Each list is counted once, however many of the batch's pages are of it.
  with total as materialized (
    select listed.organization_id, counted.count
    from (select distinct organization_id from unnest($1::uuid[]) as asked (organization_id)) listed
    cross join lateral (
      select count(*) as count
      from directory.contacts c
      where c.organization_id = listed.organization_id
        and (cardinality($5::text[]) = 0 or c.roles && $5::text[])
    ) counted
  )
  select page.number::integer - 1 as page, total.count::integer as total_count,
    contact.id, contact.name, contact.job_title, contact.is_executive, contact.is_decision_maker,
    contact.linked_in_slug, contact.sort_key
  from unnest($1::uuid[], $2::text[], $3::uuid[], $4::integer[])
    with ordinality as page (organization_id, after_sort_key, after_id, row_limit, number)
  join total on total.organization_id = page.organization_id
  left join lateral (
    select ${CONTACT_COLUMNS}, c.sort_key
    from directory.contacts c
    where c.organization_id = page.organization_id
      and (c.sort_key, c.id) > (page.after_sort_key, page.after_id)
      and (cardinality($5::text[]) = 0 or c.roles && $5::text[])
    order by c.sort_key, c.id
    limit page.row_limit
  ) contact on true
  order by page.number, contact.sort_key, contact.id`,
);
