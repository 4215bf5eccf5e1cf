import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes the marks of erasures that no spend can have begun before: two days old by the database's
 * clock. There are few, so it reads all of them. Locks what it deletes.
 */
export const deleteErasedSubjects = statement<[], { readonly hash: Buffer }>(
  'reveal_delete_erased_subjects',
  `delete from reveal.erased_subjects
  where erased_at < clock_timestamp() - interval '2 days'
  returning subject_hash as hash`,
);
