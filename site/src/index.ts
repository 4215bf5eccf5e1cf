export { docsPathOf, NOT_FOUND_PAGE, openSite, type SiteAddresses } from './open-site.js';
