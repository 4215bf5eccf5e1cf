import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from './google/protobuf/Timestamp.js';
import type {
  AddOwnedEmailsRequest as _prospecting_reveal_v1_AddOwnedEmailsRequest,
  AddOwnedEmailsRequest__Output as _prospecting_reveal_v1_AddOwnedEmailsRequest__Output,
} from './prospecting/reveal/v1/AddOwnedEmailsRequest.js';
import type {
  Attempt as _prospecting_reveal_v1_Attempt,
  Attempt__Output as _prospecting_reveal_v1_Attempt__Output,
} from './prospecting/reveal/v1/Attempt.js';
import type {
  ContactChannelsView as _prospecting_reveal_v1_ContactChannelsView,
  ContactChannelsView__Output as _prospecting_reveal_v1_ContactChannelsView__Output,
} from './prospecting/reveal/v1/ContactChannelsView.js';
import type {
  ContactIds as _prospecting_reveal_v1_ContactIds,
  ContactIds__Output as _prospecting_reveal_v1_ContactIds__Output,
} from './prospecting/reveal/v1/ContactIds.js';
import type {
  ContactQuery as _prospecting_reveal_v1_ContactQuery,
  ContactQuery__Output as _prospecting_reveal_v1_ContactQuery__Output,
} from './prospecting/reveal/v1/ContactQuery.js';
import type {
  ContactViews as _prospecting_reveal_v1_ContactViews,
  ContactViews__Output as _prospecting_reveal_v1_ContactViews__Output,
} from './prospecting/reveal/v1/ContactViews.js';
import type {
  EmailAnswer as _prospecting_reveal_v1_EmailAnswer,
  EmailAnswer__Output as _prospecting_reveal_v1_EmailAnswer__Output,
} from './prospecting/reveal/v1/EmailAnswer.js';
import type {
  EmailQuery as _prospecting_reveal_v1_EmailQuery,
  EmailQuery__Output as _prospecting_reveal_v1_EmailQuery__Output,
} from './prospecting/reveal/v1/EmailQuery.js';
import type {
  EraseSubjectsResponse as _prospecting_reveal_v1_EraseSubjectsResponse,
  EraseSubjectsResponse__Output as _prospecting_reveal_v1_EraseSubjectsResponse__Output,
} from './prospecting/reveal/v1/EraseSubjectsResponse.js';
import type {
  FindContactsByEmailRequest as _prospecting_reveal_v1_FindContactsByEmailRequest,
  FindContactsByEmailRequest__Output as _prospecting_reveal_v1_FindContactsByEmailRequest__Output,
} from './prospecting/reveal/v1/FindContactsByEmailRequest.js';
import type {
  FindContactsByEmailResponse as _prospecting_reveal_v1_FindContactsByEmailResponse,
  FindContactsByEmailResponse__Output as _prospecting_reveal_v1_FindContactsByEmailResponse__Output,
} from './prospecting/reveal/v1/FindContactsByEmailResponse.js';
import type {
  FindSubjectsResponse as _prospecting_reveal_v1_FindSubjectsResponse,
  FindSubjectsResponse__Output as _prospecting_reveal_v1_FindSubjectsResponse__Output,
} from './prospecting/reveal/v1/FindSubjectsResponse.js';
import type {
  FoundOwnedEmail as _prospecting_reveal_v1_FoundOwnedEmail,
  FoundOwnedEmail__Output as _prospecting_reveal_v1_FoundOwnedEmail__Output,
} from './prospecting/reveal/v1/FoundOwnedEmail.js';
import type {
  FoundReveal as _prospecting_reveal_v1_FoundReveal,
  FoundReveal__Output as _prospecting_reveal_v1_FoundReveal__Output,
} from './prospecting/reveal/v1/FoundReveal.js';
import type {
  ListAttemptsRequest as _prospecting_reveal_v1_ListAttemptsRequest,
  ListAttemptsRequest__Output as _prospecting_reveal_v1_ListAttemptsRequest__Output,
} from './prospecting/reveal/v1/ListAttemptsRequest.js';
import type {
  ListAttemptsResponse as _prospecting_reveal_v1_ListAttemptsResponse,
  ListAttemptsResponse__Output as _prospecting_reveal_v1_ListAttemptsResponse__Output,
} from './prospecting/reveal/v1/ListAttemptsResponse.js';
import type {
  ListOperationsRequest as _prospecting_reveal_v1_ListOperationsRequest,
  ListOperationsRequest__Output as _prospecting_reveal_v1_ListOperationsRequest__Output,
} from './prospecting/reveal/v1/ListOperationsRequest.js';
import type {
  ListOperationsResponse as _prospecting_reveal_v1_ListOperationsResponse,
  ListOperationsResponse__Output as _prospecting_reveal_v1_ListOperationsResponse__Output,
} from './prospecting/reveal/v1/ListOperationsResponse.js';
import type {
  ListOwnedEmailsRequest as _prospecting_reveal_v1_ListOwnedEmailsRequest,
  ListOwnedEmailsRequest__Output as _prospecting_reveal_v1_ListOwnedEmailsRequest__Output,
} from './prospecting/reveal/v1/ListOwnedEmailsRequest.js';
import type {
  ListPricesRequest as _prospecting_reveal_v1_ListPricesRequest,
  ListPricesRequest__Output as _prospecting_reveal_v1_ListPricesRequest__Output,
} from './prospecting/reveal/v1/ListPricesRequest.js';
import type {
  ListPricesResponse as _prospecting_reveal_v1_ListPricesResponse,
  ListPricesResponse__Output as _prospecting_reveal_v1_ListPricesResponse__Output,
} from './prospecting/reveal/v1/ListPricesResponse.js';
import type {
  ListRevealsByTimeRequest as _prospecting_reveal_v1_ListRevealsByTimeRequest,
  ListRevealsByTimeRequest__Output as _prospecting_reveal_v1_ListRevealsByTimeRequest__Output,
} from './prospecting/reveal/v1/ListRevealsByTimeRequest.js';
import type {
  ListRevealsByTimeResponse as _prospecting_reveal_v1_ListRevealsByTimeResponse,
  ListRevealsByTimeResponse__Output as _prospecting_reveal_v1_ListRevealsByTimeResponse__Output,
} from './prospecting/reveal/v1/ListRevealsByTimeResponse.js';
import type {
  ListRevealsRequest as _prospecting_reveal_v1_ListRevealsRequest,
  ListRevealsRequest__Output as _prospecting_reveal_v1_ListRevealsRequest__Output,
} from './prospecting/reveal/v1/ListRevealsRequest.js';
import type {
  ListRevealsResponse as _prospecting_reveal_v1_ListRevealsResponse,
  ListRevealsResponse__Output as _prospecting_reveal_v1_ListRevealsResponse__Output,
} from './prospecting/reveal/v1/ListRevealsResponse.js';
import type {
  OperationRecord as _prospecting_reveal_v1_OperationRecord,
  OperationRecord__Output as _prospecting_reveal_v1_OperationRecord__Output,
} from './prospecting/reveal/v1/OperationRecord.js';
import type {
  OrganizationDetails as _prospecting_reveal_v1_OrganizationDetails,
  OrganizationDetails__Output as _prospecting_reveal_v1_OrganizationDetails__Output,
} from './prospecting/reveal/v1/OrganizationDetails.js';
import type {
  OrganizationQuery as _prospecting_reveal_v1_OrganizationQuery,
  OrganizationQuery__Output as _prospecting_reveal_v1_OrganizationQuery__Output,
} from './prospecting/reveal/v1/OrganizationQuery.js';
import type {
  OrganizationSubject as _prospecting_reveal_v1_OrganizationSubject,
  OrganizationSubject__Output as _prospecting_reveal_v1_OrganizationSubject__Output,
} from './prospecting/reveal/v1/OrganizationSubject.js';
import type {
  OrganizationView as _prospecting_reveal_v1_OrganizationView,
  OrganizationView__Output as _prospecting_reveal_v1_OrganizationView__Output,
} from './prospecting/reveal/v1/OrganizationView.js';
import type {
  OrganizationViews as _prospecting_reveal_v1_OrganizationViews,
  OrganizationViews__Output as _prospecting_reveal_v1_OrganizationViews__Output,
} from './prospecting/reveal/v1/OrganizationViews.js';
import type {
  OwnedEmails as _prospecting_reveal_v1_OwnedEmails,
  OwnedEmails__Output as _prospecting_reveal_v1_OwnedEmails__Output,
} from './prospecting/reveal/v1/OwnedEmails.js';
import type {
  Price as _prospecting_reveal_v1_Price,
  Price__Output as _prospecting_reveal_v1_Price__Output,
} from './prospecting/reveal/v1/Price.js';
import type {
  QuoteRequest as _prospecting_reveal_v1_QuoteRequest,
  QuoteRequest__Output as _prospecting_reveal_v1_QuoteRequest__Output,
} from './prospecting/reveal/v1/QuoteRequest.js';
import type {
  RemoveOwnedEmailsRequest as _prospecting_reveal_v1_RemoveOwnedEmailsRequest,
  RemoveOwnedEmailsRequest__Output as _prospecting_reveal_v1_RemoveOwnedEmailsRequest__Output,
} from './prospecting/reveal/v1/RemoveOwnedEmailsRequest.js';
import type {
  RevealAdminClient as _prospecting_reveal_v1_RevealAdminClient,
  RevealAdminDefinition as _prospecting_reveal_v1_RevealAdminDefinition,
} from './prospecting/reveal/v1/RevealAdmin.js';
import type {
  RevealByKey as _prospecting_reveal_v1_RevealByKey,
  RevealByKey__Output as _prospecting_reveal_v1_RevealByKey__Output,
} from './prospecting/reveal/v1/RevealByKey.js';
import type {
  RevealRecord as _prospecting_reveal_v1_RevealRecord,
  RevealRecord__Output as _prospecting_reveal_v1_RevealRecord__Output,
} from './prospecting/reveal/v1/RevealRecord.js';
import type {
  RevealRequest as _prospecting_reveal_v1_RevealRequest,
  RevealRequest__Output as _prospecting_reveal_v1_RevealRequest__Output,
} from './prospecting/reveal/v1/RevealRequest.js';
import type {
  RevealSpenderClient as _prospecting_reveal_v1_RevealSpenderClient,
  RevealSpenderDefinition as _prospecting_reveal_v1_RevealSpenderDefinition,
} from './prospecting/reveal/v1/RevealSpender.js';
import type {
  RevealViewerClient as _prospecting_reveal_v1_RevealViewerClient,
  RevealViewerDefinition as _prospecting_reveal_v1_RevealViewerDefinition,
} from './prospecting/reveal/v1/RevealViewer.js';
import type {
  SettleReservationRequest as _prospecting_reveal_v1_SettleReservationRequest,
  SettleReservationRequest__Output as _prospecting_reveal_v1_SettleReservationRequest__Output,
} from './prospecting/reveal/v1/SettleReservationRequest.js';
import type {
  SettleReservationResponse as _prospecting_reveal_v1_SettleReservationResponse,
  SettleReservationResponse__Output as _prospecting_reveal_v1_SettleReservationResponse__Output,
} from './prospecting/reveal/v1/SettleReservationResponse.js';
import type {
  SpendOutcome as _prospecting_reveal_v1_SpendOutcome,
  SpendOutcome__Output as _prospecting_reveal_v1_SpendOutcome__Output,
} from './prospecting/reveal/v1/SpendOutcome.js';
import type {
  SpendSubject as _prospecting_reveal_v1_SpendSubject,
  SpendSubject__Output as _prospecting_reveal_v1_SpendSubject__Output,
} from './prospecting/reveal/v1/SpendSubject.js';
import type {
  SpendingOfDay as _prospecting_reveal_v1_SpendingOfDay,
  SpendingOfDay__Output as _prospecting_reveal_v1_SpendingOfDay__Output,
} from './prospecting/reveal/v1/SpendingOfDay.js';
import type {
  SubjectOutcome as _prospecting_reveal_v1_SubjectOutcome,
  SubjectOutcome__Output as _prospecting_reveal_v1_SubjectOutcome__Output,
} from './prospecting/reveal/v1/SubjectOutcome.js';
import type {
  SubjectsRequest as _prospecting_reveal_v1_SubjectsRequest,
  SubjectsRequest__Output as _prospecting_reveal_v1_SubjectsRequest__Output,
} from './prospecting/reveal/v1/SubjectsRequest.js';
import type {
  SumSpendingRequest as _prospecting_reveal_v1_SumSpendingRequest,
  SumSpendingRequest__Output as _prospecting_reveal_v1_SumSpendingRequest__Output,
} from './prospecting/reveal/v1/SumSpendingRequest.js';
import type {
  SumSpendingResponse as _prospecting_reveal_v1_SumSpendingResponse,
  SumSpendingResponse__Output as _prospecting_reveal_v1_SumSpendingResponse__Output,
} from './prospecting/reveal/v1/SumSpendingResponse.js';
import type {
  SwitchboardQuery as _prospecting_reveal_v1_SwitchboardQuery,
  SwitchboardQuery__Output as _prospecting_reveal_v1_SwitchboardQuery__Output,
} from './prospecting/reveal/v1/SwitchboardQuery.js';
import type {
  SwitchboardView as _prospecting_reveal_v1_SwitchboardView,
  SwitchboardView__Output as _prospecting_reveal_v1_SwitchboardView__Output,
} from './prospecting/reveal/v1/SwitchboardView.js';
import type {
  SwitchboardViews as _prospecting_reveal_v1_SwitchboardViews,
  SwitchboardViews__Output as _prospecting_reveal_v1_SwitchboardViews__Output,
} from './prospecting/reveal/v1/SwitchboardViews.js';
import type {
  ViewContactsRequest as _prospecting_reveal_v1_ViewContactsRequest,
  ViewContactsRequest__Output as _prospecting_reveal_v1_ViewContactsRequest__Output,
} from './prospecting/reveal/v1/ViewContactsRequest.js';
import type {
  ViewContactsResponse as _prospecting_reveal_v1_ViewContactsResponse,
  ViewContactsResponse__Output as _prospecting_reveal_v1_ViewContactsResponse__Output,
} from './prospecting/reveal/v1/ViewContactsResponse.js';
import type {
  ViewOrganizationsRequest as _prospecting_reveal_v1_ViewOrganizationsRequest,
  ViewOrganizationsRequest__Output as _prospecting_reveal_v1_ViewOrganizationsRequest__Output,
} from './prospecting/reveal/v1/ViewOrganizationsRequest.js';
import type {
  ViewOrganizationsResponse as _prospecting_reveal_v1_ViewOrganizationsResponse,
  ViewOrganizationsResponse__Output as _prospecting_reveal_v1_ViewOrganizationsResponse__Output,
} from './prospecting/reveal/v1/ViewOrganizationsResponse.js';
import type {
  ViewSwitchboardsRequest as _prospecting_reveal_v1_ViewSwitchboardsRequest,
  ViewSwitchboardsRequest__Output as _prospecting_reveal_v1_ViewSwitchboardsRequest__Output,
} from './prospecting/reveal/v1/ViewSwitchboardsRequest.js';
import type {
  ViewSwitchboardsResponse as _prospecting_reveal_v1_ViewSwitchboardsResponse,
  ViewSwitchboardsResponse__Output as _prospecting_reveal_v1_ViewSwitchboardsResponse__Output,
} from './prospecting/reveal/v1/ViewSwitchboardsResponse.js';
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
  google: {
    protobuf: {
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>;
    };
  };
  prospecting: {
    reveal: {
      v1: {
        AddOwnedEmailsRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_AddOwnedEmailsRequest,
          _prospecting_reveal_v1_AddOwnedEmailsRequest__Output
        >;
        Attempt: MessageTypeDefinition<_prospecting_reveal_v1_Attempt, _prospecting_reveal_v1_Attempt__Output>;
        ContactChannelsView: MessageTypeDefinition<
          _prospecting_reveal_v1_ContactChannelsView,
          _prospecting_reveal_v1_ContactChannelsView__Output
        >;
        ContactIds: MessageTypeDefinition<_prospecting_reveal_v1_ContactIds, _prospecting_reveal_v1_ContactIds__Output>;
        ContactQuery: MessageTypeDefinition<
          _prospecting_reveal_v1_ContactQuery,
          _prospecting_reveal_v1_ContactQuery__Output
        >;
        ContactViews: MessageTypeDefinition<
          _prospecting_reveal_v1_ContactViews,
          _prospecting_reveal_v1_ContactViews__Output
        >;
        EmailAnswer: MessageTypeDefinition<
          _prospecting_reveal_v1_EmailAnswer,
          _prospecting_reveal_v1_EmailAnswer__Output
        >;
        EmailQuery: MessageTypeDefinition<_prospecting_reveal_v1_EmailQuery, _prospecting_reveal_v1_EmailQuery__Output>;
        EraseSubjectsResponse: MessageTypeDefinition<
          _prospecting_reveal_v1_EraseSubjectsResponse,
          _prospecting_reveal_v1_EraseSubjectsResponse__Output
        >;
        FindContactsByEmailRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_FindContactsByEmailRequest,
          _prospecting_reveal_v1_FindContactsByEmailRequest__Output
        >;
        FindContactsByEmailResponse: MessageTypeDefinition<
          _prospecting_reveal_v1_FindContactsByEmailResponse,
          _prospecting_reveal_v1_FindContactsByEmailResponse__Output
        >;
        FindSubjectsResponse: MessageTypeDefinition<
          _prospecting_reveal_v1_FindSubjectsResponse,
          _prospecting_reveal_v1_FindSubjectsResponse__Output
        >;
        FoundOwnedEmail: MessageTypeDefinition<
          _prospecting_reveal_v1_FoundOwnedEmail,
          _prospecting_reveal_v1_FoundOwnedEmail__Output
        >;
        FoundReveal: MessageTypeDefinition<
          _prospecting_reveal_v1_FoundReveal,
          _prospecting_reveal_v1_FoundReveal__Output
        >;
        ListAttemptsRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_ListAttemptsRequest,
          _prospecting_reveal_v1_ListAttemptsRequest__Output
        >;
        ListAttemptsResponse: MessageTypeDefinition<
          _prospecting_reveal_v1_ListAttemptsResponse,
          _prospecting_reveal_v1_ListAttemptsResponse__Output
        >;
        ListOperationsRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_ListOperationsRequest,
          _prospecting_reveal_v1_ListOperationsRequest__Output
        >;
        ListOperationsResponse: MessageTypeDefinition<
          _prospecting_reveal_v1_ListOperationsResponse,
          _prospecting_reveal_v1_ListOperationsResponse__Output
        >;
        ListOwnedEmailsRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_ListOwnedEmailsRequest,
          _prospecting_reveal_v1_ListOwnedEmailsRequest__Output
        >;
        ListPricesRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_ListPricesRequest,
          _prospecting_reveal_v1_ListPricesRequest__Output
        >;
        ListPricesResponse: MessageTypeDefinition<
          _prospecting_reveal_v1_ListPricesResponse,
          _prospecting_reveal_v1_ListPricesResponse__Output
        >;
        ListRevealsByTimeRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_ListRevealsByTimeRequest,
          _prospecting_reveal_v1_ListRevealsByTimeRequest__Output
        >;
        ListRevealsByTimeResponse: MessageTypeDefinition<
          _prospecting_reveal_v1_ListRevealsByTimeResponse,
          _prospecting_reveal_v1_ListRevealsByTimeResponse__Output
        >;
        ListRevealsRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_ListRevealsRequest,
          _prospecting_reveal_v1_ListRevealsRequest__Output
        >;
        ListRevealsResponse: MessageTypeDefinition<
          _prospecting_reveal_v1_ListRevealsResponse,
          _prospecting_reveal_v1_ListRevealsResponse__Output
        >;
        OperationRecord: MessageTypeDefinition<
          _prospecting_reveal_v1_OperationRecord,
          _prospecting_reveal_v1_OperationRecord__Output
        >;
        OrganizationDetails: MessageTypeDefinition<
          _prospecting_reveal_v1_OrganizationDetails,
          _prospecting_reveal_v1_OrganizationDetails__Output
        >;
        OrganizationQuery: MessageTypeDefinition<
          _prospecting_reveal_v1_OrganizationQuery,
          _prospecting_reveal_v1_OrganizationQuery__Output
        >;
        OrganizationSubject: MessageTypeDefinition<
          _prospecting_reveal_v1_OrganizationSubject,
          _prospecting_reveal_v1_OrganizationSubject__Output
        >;
        OrganizationView: MessageTypeDefinition<
          _prospecting_reveal_v1_OrganizationView,
          _prospecting_reveal_v1_OrganizationView__Output
        >;
        OrganizationViews: MessageTypeDefinition<
          _prospecting_reveal_v1_OrganizationViews,
          _prospecting_reveal_v1_OrganizationViews__Output
        >;
        OwnedEmails: MessageTypeDefinition<
          _prospecting_reveal_v1_OwnedEmails,
          _prospecting_reveal_v1_OwnedEmails__Output
        >;
        Price: MessageTypeDefinition<_prospecting_reveal_v1_Price, _prospecting_reveal_v1_Price__Output>;
        QuoteRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_QuoteRequest,
          _prospecting_reveal_v1_QuoteRequest__Output
        >;
        RemoveOwnedEmailsRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_RemoveOwnedEmailsRequest,
          _prospecting_reveal_v1_RemoveOwnedEmailsRequest__Output
        >;
        /**
         * Serves operators: manages prices and owned e-mail addresses, lists what was charged, for the
         * audit, and resolves stuck reservations.
         */
        RevealAdmin: SubtypeConstructor<typeof grpc.Client, _prospecting_reveal_v1_RevealAdminClient> & {
          service: _prospecting_reveal_v1_RevealAdminDefinition;
        };
        RevealByKey: MessageTypeDefinition<
          _prospecting_reveal_v1_RevealByKey,
          _prospecting_reveal_v1_RevealByKey__Output
        >;
        RevealRecord: MessageTypeDefinition<
          _prospecting_reveal_v1_RevealRecord,
          _prospecting_reveal_v1_RevealRecord__Output
        >;
        RevealRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_RevealRequest,
          _prospecting_reveal_v1_RevealRequest__Output
        >;
        /**
         * Reveals information for credits, exactly once, all or nothing.
         */
        RevealSpender: SubtypeConstructor<typeof grpc.Client, _prospecting_reveal_v1_RevealSpenderClient> & {
          service: _prospecting_reveal_v1_RevealSpenderDefinition;
        };
        /**
         * Shows what an account may see of e-mail addresses, phone numbers and organization details:
         * revealed if the account revealed them within the last year, masked otherwise. Only this service
         * masks and unmasks. It filters every read by the account of the query.
         *
         * A request carries several queries, so that reads of different callers can share one call. Answers
         * are in the order of the queries.
         */
        RevealViewer: SubtypeConstructor<typeof grpc.Client, _prospecting_reveal_v1_RevealViewerClient> & {
          service: _prospecting_reveal_v1_RevealViewerDefinition;
        };
        SettleReservationRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_SettleReservationRequest,
          _prospecting_reveal_v1_SettleReservationRequest__Output
        >;
        SettleReservationResponse: MessageTypeDefinition<
          _prospecting_reveal_v1_SettleReservationResponse,
          _prospecting_reveal_v1_SettleReservationResponse__Output
        >;
        SpendOutcome: MessageTypeDefinition<
          _prospecting_reveal_v1_SpendOutcome,
          _prospecting_reveal_v1_SpendOutcome__Output
        >;
        SpendSubject: MessageTypeDefinition<
          _prospecting_reveal_v1_SpendSubject,
          _prospecting_reveal_v1_SpendSubject__Output
        >;
        SpendingOfDay: MessageTypeDefinition<
          _prospecting_reveal_v1_SpendingOfDay,
          _prospecting_reveal_v1_SpendingOfDay__Output
        >;
        SubjectKind: EnumTypeDefinition;
        SubjectOutcome: MessageTypeDefinition<
          _prospecting_reveal_v1_SubjectOutcome,
          _prospecting_reveal_v1_SubjectOutcome__Output
        >;
        SubjectsRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_SubjectsRequest,
          _prospecting_reveal_v1_SubjectsRequest__Output
        >;
        SumSpendingRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_SumSpendingRequest,
          _prospecting_reveal_v1_SumSpendingRequest__Output
        >;
        SumSpendingResponse: MessageTypeDefinition<
          _prospecting_reveal_v1_SumSpendingResponse,
          _prospecting_reveal_v1_SumSpendingResponse__Output
        >;
        SwitchboardQuery: MessageTypeDefinition<
          _prospecting_reveal_v1_SwitchboardQuery,
          _prospecting_reveal_v1_SwitchboardQuery__Output
        >;
        SwitchboardView: MessageTypeDefinition<
          _prospecting_reveal_v1_SwitchboardView,
          _prospecting_reveal_v1_SwitchboardView__Output
        >;
        SwitchboardViews: MessageTypeDefinition<
          _prospecting_reveal_v1_SwitchboardViews,
          _prospecting_reveal_v1_SwitchboardViews__Output
        >;
        ViewContactsRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_ViewContactsRequest,
          _prospecting_reveal_v1_ViewContactsRequest__Output
        >;
        ViewContactsResponse: MessageTypeDefinition<
          _prospecting_reveal_v1_ViewContactsResponse,
          _prospecting_reveal_v1_ViewContactsResponse__Output
        >;
        ViewOrganizationsRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_ViewOrganizationsRequest,
          _prospecting_reveal_v1_ViewOrganizationsRequest__Output
        >;
        ViewOrganizationsResponse: MessageTypeDefinition<
          _prospecting_reveal_v1_ViewOrganizationsResponse,
          _prospecting_reveal_v1_ViewOrganizationsResponse__Output
        >;
        ViewSwitchboardsRequest: MessageTypeDefinition<
          _prospecting_reveal_v1_ViewSwitchboardsRequest,
          _prospecting_reveal_v1_ViewSwitchboardsRequest__Output
        >;
        ViewSwitchboardsResponse: MessageTypeDefinition<
          _prospecting_reveal_v1_ViewSwitchboardsResponse,
          _prospecting_reveal_v1_ViewSwitchboardsResponse__Output
        >;
      };
    };
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
