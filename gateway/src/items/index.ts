/**
 * Parses the items of a batch into the normalized queries of the services, or into item errors. All
 * functions are pure.
 */
export { parseItems, type Item } from './item.js';
export { namesOrganization, parseOrganizationQuery } from './organization-query.js';
export { parsePersonQuery, type PersonQuery } from './person-query.js';
export { parseContactQuery, parseContactsPageQuery, type ContactQuery } from './contact-query.js';
