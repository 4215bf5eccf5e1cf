/**
 * The messages and services of prospecting.search.v1, as a receiver sees them: every field is
 * present or explicitly optional.
 */
export type { Contact__Output as Contact } from './generated/prospecting/search/v1/Contact.js';
export type { ContactsPage__Output as ContactsPage } from './generated/prospecting/search/v1/ContactsPage.js';
export type { ContactsPageItem__Output as ContactsPageItem } from './generated/prospecting/search/v1/ContactsPageItem.js';
export type { FoundContact__Output as FoundContact } from './generated/prospecting/search/v1/FoundContact.js';
export type { GetContactsRequest__Output as GetContactsRequest } from './generated/prospecting/search/v1/GetContactsRequest.js';
export type { GetContactsResponse__Output as GetContactsResponse } from './generated/prospecting/search/v1/GetContactsResponse.js';
export type { ListContactsRequest__Output as ListContactsRequest } from './generated/prospecting/search/v1/ListContactsRequest.js';
export type { ListContactsResponse__Output as ListContactsResponse } from './generated/prospecting/search/v1/ListContactsResponse.js';
export type { MatchOrganizationsRequest__Output as MatchOrganizationsRequest } from './generated/prospecting/search/v1/MatchOrganizationsRequest.js';
export type { MatchOrganizationsResponse__Output as MatchOrganizationsResponse } from './generated/prospecting/search/v1/MatchOrganizationsResponse.js';
export type { MatchPeopleRequest__Output as MatchPeopleRequest } from './generated/prospecting/search/v1/MatchPeopleRequest.js';
export type { MatchPeopleResponse__Output as MatchPeopleResponse } from './generated/prospecting/search/v1/MatchPeopleResponse.js';
export type { MatchedBy__Output as MatchedBy } from './generated/prospecting/search/v1/MatchedBy.js';
export type { OrgNumber__Output as OrgNumber } from './generated/prospecting/search/v1/OrgNumber.js';
export type { Organization__Output as Organization } from './generated/prospecting/search/v1/Organization.js';
export type { OrganizationIdentifiers__Output as OrganizationIdentifiers } from './generated/prospecting/search/v1/OrganizationIdentifiers.js';
export type { OrganizationMatch__Output as OrganizationMatch } from './generated/prospecting/search/v1/OrganizationMatch.js';
export type { PersonIdentifiers__Output as PersonIdentifiers } from './generated/prospecting/search/v1/PersonIdentifiers.js';
export type { PersonMatch__Output as PersonMatch } from './generated/prospecting/search/v1/PersonMatch.js';
export type { SearchServiceDefinition } from './generated/prospecting/search/v1/SearchService.js';
