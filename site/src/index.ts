export { docsPathOf, NOT_FOUND_PAGE, openSite, type SiteAddresses } from './open-site.js';
export { createResource, ENCODINGS, type Encoding, type Representation, type Resource } from './resource.js';
