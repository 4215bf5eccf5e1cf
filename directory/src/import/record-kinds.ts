/** The kinds of records; a file holds records of one kind. */
export const RECORD_KINDS = ['organizations', 'contacts', 'switchboards'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];
