/** Generates any number of invented canonical records, the same ones for the same seed. */
export { toBlocks } from './blocks.js';
export { contactsOf, generateContacts, type GenerateContactsOptions } from './contacts.js';
export { generateOrganizations, type GenerateOrganizationsOptions } from './organizations.js';
export { generateSwitchboards, switchboardsOf, type GenerateSwitchboardsOptions } from './switchboards.js';
export {
  writeGenerated,
  type GeneratedFiles,
  type WriteGeneratedOptions,
  type WrittenRecords,
} from './write-generated.js';
