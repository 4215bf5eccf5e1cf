/** Invented records in the canonical formats: any number of them, the same for the same seed, and nobody real among them. */
export { blocks } from './blocks.js';
export { contactsOf, generateContacts, type GenerateContactsOptions } from './contacts.js';
export { generateOrganizations, type GenerateOrganizationsOptions } from './organizations.js';
export { generateSwitchboards, switchboardsOf, type GenerateSwitchboardsOptions } from './switchboards.js';
export {
  writeGenerated,
  type GeneratedFiles,
  type WriteGeneratedOptions,
  type WrittenRecords,
} from './write-generated.js';
