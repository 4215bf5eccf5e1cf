import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes the identifiers that changed organizations no longer have. Served by
 * organization_identifiers_organization_idx. Locks what it deletes.
 */
export const deleteIdentifiers = statement<readonly [], never>(
  'directory_delete_identifiers',
  `
  delete from directory.organization_identifiers as old
  using pg_temp.planned_organizations as planned
  where not planned.is_new
    and old.organization_id = planned.id
    and case old.kind
      when 'orgNumber' then old.value <> planned.org_number_key
      when 'linkedInUrl' then old.value is distinct from planned.linked_in_key
      else old.value <> all (coalesce(planned.domains, '{}'))
    end`,
);
