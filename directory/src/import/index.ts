/**
 * Imports files of records into the directory. One file is one transaction, and importing the same
 * file again changes nothing.
 */
export { importContacts, importFile, importOrganizations, importSwitchboards } from './import-file.js';
export { formatNames, formatsFor, type FormatName } from './formats/index.js';
export { type ImportOptions, type ImportProgress, type ImportResult } from './options.js';
export { RECORD_KINDS, type RecordKind } from './record-kinds.js';
export { REJECT_REASONS, type RejectReason } from './reject-reasons.js';
