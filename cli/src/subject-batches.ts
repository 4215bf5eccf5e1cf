import type { ErasedSubjects } from '@prospecting/directory/erasure';

/** 200 ids and 200 addresses of 254 characters are less than the 64 KiB of a body of the admin API. */
export const BATCH_SUBJECTS = 200;

/**
 * Divides subjects into batches that one call of the admin API takes. There is at least one, as an
 * erasure of nobody has its line of the trail, too. Addresses come with the last ids: what an address
 * finds of a contact has changed under its id by then, and is counted once.
 */
export function subjectBatches({ contactIds, emails }: ErasedSubjects): ErasedSubjects[] {
  const ofIds = Math.max(1, Math.ceil(contactIds.length / BATCH_SUBJECTS));
  const ofEmails = Math.max(1, Math.ceil(emails.length / BATCH_SUBJECTS));
  return Array.from({ length: ofIds + ofEmails - 1 }, (_, index) => ({
    contactIds: batch(contactIds, index),
    emails: batch(emails, index - ofIds + 1),
  }));
}

function batch(values: readonly string[], index: number): readonly string[] {
  return index < 0 ? [] : values.slice(index * BATCH_SUBJECTS, (index + 1) * BATCH_SUBJECTS);
}
