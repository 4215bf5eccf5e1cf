import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type {
  Contact as _prospecting_search_v1_Contact,
  Contact__Output as _prospecting_search_v1_Contact__Output,
} from './prospecting/search/v1/Contact.js';
import type {
  ContactsPage as _prospecting_search_v1_ContactsPage,
  ContactsPage__Output as _prospecting_search_v1_ContactsPage__Output,
} from './prospecting/search/v1/ContactsPage.js';
import type {
  ContactsPageItem as _prospecting_search_v1_ContactsPageItem,
  ContactsPageItem__Output as _prospecting_search_v1_ContactsPageItem__Output,
} from './prospecting/search/v1/ContactsPageItem.js';
import type {
  FoundContact as _prospecting_search_v1_FoundContact,
  FoundContact__Output as _prospecting_search_v1_FoundContact__Output,
} from './prospecting/search/v1/FoundContact.js';
import type {
  GetContactsRequest as _prospecting_search_v1_GetContactsRequest,
  GetContactsRequest__Output as _prospecting_search_v1_GetContactsRequest__Output,
} from './prospecting/search/v1/GetContactsRequest.js';
import type {
  GetContactsResponse as _prospecting_search_v1_GetContactsResponse,
  GetContactsResponse__Output as _prospecting_search_v1_GetContactsResponse__Output,
} from './prospecting/search/v1/GetContactsResponse.js';
import type {
  ListContactsRequest as _prospecting_search_v1_ListContactsRequest,
  ListContactsRequest__Output as _prospecting_search_v1_ListContactsRequest__Output,
} from './prospecting/search/v1/ListContactsRequest.js';
import type {
  ListContactsResponse as _prospecting_search_v1_ListContactsResponse,
  ListContactsResponse__Output as _prospecting_search_v1_ListContactsResponse__Output,
} from './prospecting/search/v1/ListContactsResponse.js';
import type {
  MatchOrganizationsRequest as _prospecting_search_v1_MatchOrganizationsRequest,
  MatchOrganizationsRequest__Output as _prospecting_search_v1_MatchOrganizationsRequest__Output,
} from './prospecting/search/v1/MatchOrganizationsRequest.js';
import type {
  MatchOrganizationsResponse as _prospecting_search_v1_MatchOrganizationsResponse,
  MatchOrganizationsResponse__Output as _prospecting_search_v1_MatchOrganizationsResponse__Output,
} from './prospecting/search/v1/MatchOrganizationsResponse.js';
import type {
  MatchPeopleRequest as _prospecting_search_v1_MatchPeopleRequest,
  MatchPeopleRequest__Output as _prospecting_search_v1_MatchPeopleRequest__Output,
} from './prospecting/search/v1/MatchPeopleRequest.js';
import type {
  MatchPeopleResponse as _prospecting_search_v1_MatchPeopleResponse,
  MatchPeopleResponse__Output as _prospecting_search_v1_MatchPeopleResponse__Output,
} from './prospecting/search/v1/MatchPeopleResponse.js';
import type {
  OrgNumber as _prospecting_search_v1_OrgNumber,
  OrgNumber__Output as _prospecting_search_v1_OrgNumber__Output,
} from './prospecting/search/v1/OrgNumber.js';
import type {
  Organization as _prospecting_search_v1_Organization,
  Organization__Output as _prospecting_search_v1_Organization__Output,
} from './prospecting/search/v1/Organization.js';
import type {
  OrganizationIdentifiers as _prospecting_search_v1_OrganizationIdentifiers,
  OrganizationIdentifiers__Output as _prospecting_search_v1_OrganizationIdentifiers__Output,
} from './prospecting/search/v1/OrganizationIdentifiers.js';
import type {
  OrganizationMatch as _prospecting_search_v1_OrganizationMatch,
  OrganizationMatch__Output as _prospecting_search_v1_OrganizationMatch__Output,
} from './prospecting/search/v1/OrganizationMatch.js';
import type {
  PersonIdentifiers as _prospecting_search_v1_PersonIdentifiers,
  PersonIdentifiers__Output as _prospecting_search_v1_PersonIdentifiers__Output,
} from './prospecting/search/v1/PersonIdentifiers.js';
import type {
  PersonMatch as _prospecting_search_v1_PersonMatch,
  PersonMatch__Output as _prospecting_search_v1_PersonMatch__Output,
} from './prospecting/search/v1/PersonMatch.js';
import type {
  SearchServiceClient as _prospecting_search_v1_SearchServiceClient,
  SearchServiceDefinition as _prospecting_search_v1_SearchServiceDefinition,
} from './prospecting/search/v1/SearchService.js';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new (...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  prospecting: {
    search: {
      v1: {
        Contact: MessageTypeDefinition<_prospecting_search_v1_Contact, _prospecting_search_v1_Contact__Output>;
        ContactsPage: MessageTypeDefinition<
          _prospecting_search_v1_ContactsPage,
          _prospecting_search_v1_ContactsPage__Output
        >;
        ContactsPageItem: MessageTypeDefinition<
          _prospecting_search_v1_ContactsPageItem,
          _prospecting_search_v1_ContactsPageItem__Output
        >;
        FoundContact: MessageTypeDefinition<
          _prospecting_search_v1_FoundContact,
          _prospecting_search_v1_FoundContact__Output
        >;
        GetContactsRequest: MessageTypeDefinition<
          _prospecting_search_v1_GetContactsRequest,
          _prospecting_search_v1_GetContactsRequest__Output
        >;
        GetContactsResponse: MessageTypeDefinition<
          _prospecting_search_v1_GetContactsResponse,
          _prospecting_search_v1_GetContactsResponse__Output
        >;
        ListContactsRequest: MessageTypeDefinition<
          _prospecting_search_v1_ListContactsRequest,
          _prospecting_search_v1_ListContactsRequest__Output
        >;
        ListContactsResponse: MessageTypeDefinition<
          _prospecting_search_v1_ListContactsResponse,
          _prospecting_search_v1_ListContactsResponse__Output
        >;
        MatchOrganizationsRequest: MessageTypeDefinition<
          _prospecting_search_v1_MatchOrganizationsRequest,
          _prospecting_search_v1_MatchOrganizationsRequest__Output
        >;
        MatchOrganizationsResponse: MessageTypeDefinition<
          _prospecting_search_v1_MatchOrganizationsResponse,
          _prospecting_search_v1_MatchOrganizationsResponse__Output
        >;
        MatchPeopleRequest: MessageTypeDefinition<
          _prospecting_search_v1_MatchPeopleRequest,
          _prospecting_search_v1_MatchPeopleRequest__Output
        >;
        MatchPeopleResponse: MessageTypeDefinition<
          _prospecting_search_v1_MatchPeopleResponse,
          _prospecting_search_v1_MatchPeopleResponse__Output
        >;
        MatchedBy: EnumTypeDefinition;
        OrgNumber: MessageTypeDefinition<_prospecting_search_v1_OrgNumber, _prospecting_search_v1_OrgNumber__Output>;
        Organization: MessageTypeDefinition<
          _prospecting_search_v1_Organization,
          _prospecting_search_v1_Organization__Output
        >;
        OrganizationIdentifiers: MessageTypeDefinition<
          _prospecting_search_v1_OrganizationIdentifiers,
          _prospecting_search_v1_OrganizationIdentifiers__Output
        >;
        OrganizationMatch: MessageTypeDefinition<
          _prospecting_search_v1_OrganizationMatch,
          _prospecting_search_v1_OrganizationMatch__Output
        >;
        PersonIdentifiers: MessageTypeDefinition<
          _prospecting_search_v1_PersonIdentifiers,
          _prospecting_search_v1_PersonIdentifiers__Output
        >;
        PersonMatch: MessageTypeDefinition<
          _prospecting_search_v1_PersonMatch,
          _prospecting_search_v1_PersonMatch__Output
        >;
        /**
         * Finds organizations and contacts by their identifiers. Read only. No message carries an e-mail
         * address or a phone number of a contact: only prospecting.reveal.v1 does. Identifiers arrive in
         * normalized form, because the gateway parses and checks them.
         *
         * Every method runs the whole batch with one or two statements and returns one result for each
         * item, in request order.
         */
        SearchService: SubtypeConstructor<typeof grpc.Client, _prospecting_search_v1_SearchServiceClient> & {
          service: _prospecting_search_v1_SearchServiceDefinition;
        };
      };
    };
  };
}
