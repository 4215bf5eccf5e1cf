/** Pure: what a batch's items ask for, in the normalised form that the services take, or why an item cannot be used. */
export { parseItems, type Item } from './item.js';
export { namesOrganization, parseOrganizationQuery } from './organization-query.js';
export { parseContactsPageQuery } from './contacts-page-query.js';
export { parsePersonQuery, type PersonQuery } from './person-query.js';
export { parseContactQuery, type ContactQuery } from './contact-query.js';
