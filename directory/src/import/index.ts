/** Importing files of records into the directory: one transaction a file, and running the same file again changes nothing. */
export { importContacts, importFile, importOrganizations, importSwitchboards } from './import-file.js';
export { formatNames } from './formats/index.js';
export {
  RECORD_KINDS,
  type ImportOptions,
  type ImportProgress,
  type ImportResult,
  type RecordKind,
} from './options.js';
export { REJECT_REASONS, type RejectReason } from './reject-reasons.js';
