/** search-service as an object, and its hot statements for whoever measures what they cost without it. */
export { createSearchService, type SearchServiceOptions } from './server.js';
export { matchOrganizationsValues } from './matching/candidates.js';
export { firstPage, listContactPagesValues } from './matching/contact-pages.js';
export { listContactPagesStatement } from './sql/list-contact-pages.js';
export { matchOrganizationsStatement } from './sql/match-organizations.js';
