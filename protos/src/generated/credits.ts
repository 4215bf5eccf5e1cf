import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from './google/protobuf/Timestamp.js';
import type {
  Balance as _prospecting_credits_v1_Balance,
  Balance__Output as _prospecting_credits_v1_Balance__Output,
} from './prospecting/credits/v1/Balance.js';
import type {
  Capture as _prospecting_credits_v1_Capture,
  Capture__Output as _prospecting_credits_v1_Capture__Output,
} from './prospecting/credits/v1/Capture.js';
import type {
  CaptureRequest as _prospecting_credits_v1_CaptureRequest,
  CaptureRequest__Output as _prospecting_credits_v1_CaptureRequest__Output,
} from './prospecting/credits/v1/CaptureRequest.js';
import type {
  CreditsLedgerClient as _prospecting_credits_v1_CreditsLedgerClient,
  CreditsLedgerDefinition as _prospecting_credits_v1_CreditsLedgerDefinition,
} from './prospecting/credits/v1/CreditsLedger.js';
import type {
  CreditsReaderClient as _prospecting_credits_v1_CreditsReaderClient,
  CreditsReaderDefinition as _prospecting_credits_v1_CreditsReaderDefinition,
} from './prospecting/credits/v1/CreditsReader.js';
import type {
  Entry as _prospecting_credits_v1_Entry,
  Entry__Output as _prospecting_credits_v1_Entry__Output,
} from './prospecting/credits/v1/Entry.js';
import type {
  GetBalancesRequest as _prospecting_credits_v1_GetBalancesRequest,
  GetBalancesRequest__Output as _prospecting_credits_v1_GetBalancesRequest__Output,
} from './prospecting/credits/v1/GetBalancesRequest.js';
import type {
  GetBalancesResponse as _prospecting_credits_v1_GetBalancesResponse,
  GetBalancesResponse__Output as _prospecting_credits_v1_GetBalancesResponse__Output,
} from './prospecting/credits/v1/GetBalancesResponse.js';
import type {
  GrantRequest as _prospecting_credits_v1_GrantRequest,
  GrantRequest__Output as _prospecting_credits_v1_GrantRequest__Output,
} from './prospecting/credits/v1/GrantRequest.js';
import type {
  ListAccountsRequest as _prospecting_credits_v1_ListAccountsRequest,
  ListAccountsRequest__Output as _prospecting_credits_v1_ListAccountsRequest__Output,
} from './prospecting/credits/v1/ListAccountsRequest.js';
import type {
  ListAccountsResponse as _prospecting_credits_v1_ListAccountsResponse,
  ListAccountsResponse__Output as _prospecting_credits_v1_ListAccountsResponse__Output,
} from './prospecting/credits/v1/ListAccountsResponse.js';
import type {
  ListEntriesRequest as _prospecting_credits_v1_ListEntriesRequest,
  ListEntriesRequest__Output as _prospecting_credits_v1_ListEntriesRequest__Output,
} from './prospecting/credits/v1/ListEntriesRequest.js';
import type {
  ListEntriesResponse as _prospecting_credits_v1_ListEntriesResponse,
  ListEntriesResponse__Output as _prospecting_credits_v1_ListEntriesResponse__Output,
} from './prospecting/credits/v1/ListEntriesResponse.js';
import type {
  ListPendingReservationsRequest as _prospecting_credits_v1_ListPendingReservationsRequest,
  ListPendingReservationsRequest__Output as _prospecting_credits_v1_ListPendingReservationsRequest__Output,
} from './prospecting/credits/v1/ListPendingReservationsRequest.js';
import type {
  ListPendingReservationsResponse as _prospecting_credits_v1_ListPendingReservationsResponse,
  ListPendingReservationsResponse__Output as _prospecting_credits_v1_ListPendingReservationsResponse__Output,
} from './prospecting/credits/v1/ListPendingReservationsResponse.js';
import type {
  ListReservationsRequest as _prospecting_credits_v1_ListReservationsRequest,
  ListReservationsRequest__Output as _prospecting_credits_v1_ListReservationsRequest__Output,
} from './prospecting/credits/v1/ListReservationsRequest.js';
import type {
  ListReservationsResponse as _prospecting_credits_v1_ListReservationsResponse,
  ListReservationsResponse__Output as _prospecting_credits_v1_ListReservationsResponse__Output,
} from './prospecting/credits/v1/ListReservationsResponse.js';
import type {
  Release as _prospecting_credits_v1_Release,
  Release__Output as _prospecting_credits_v1_Release__Output,
} from './prospecting/credits/v1/Release.js';
import type {
  ReleaseRequest as _prospecting_credits_v1_ReleaseRequest,
  ReleaseRequest__Output as _prospecting_credits_v1_ReleaseRequest__Output,
} from './prospecting/credits/v1/ReleaseRequest.js';
import type {
  Reservation as _prospecting_credits_v1_Reservation,
  Reservation__Output as _prospecting_credits_v1_Reservation__Output,
} from './prospecting/credits/v1/Reservation.js';
import type {
  ReservationRecord as _prospecting_credits_v1_ReservationRecord,
  ReservationRecord__Output as _prospecting_credits_v1_ReservationRecord__Output,
} from './prospecting/credits/v1/ReservationRecord.js';
import type {
  ReserveRequest as _prospecting_credits_v1_ReserveRequest,
  ReserveRequest__Output as _prospecting_credits_v1_ReserveRequest__Output,
} from './prospecting/credits/v1/ReserveRequest.js';
import type {
  ResolveResponse as _prospecting_credits_v1_ResolveResponse,
  ResolveResponse__Output as _prospecting_credits_v1_ResolveResponse__Output,
} from './prospecting/credits/v1/ResolveResponse.js';
import type {
  SubscribeRequest as _prospecting_credits_v1_SubscribeRequest,
  SubscribeRequest__Output as _prospecting_credits_v1_SubscribeRequest__Output,
} from './prospecting/credits/v1/SubscribeRequest.js';
import type {
  Subscription as _prospecting_credits_v1_Subscription,
  Subscription__Output as _prospecting_credits_v1_Subscription__Output,
} from './prospecting/credits/v1/Subscription.js';

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
    credits: {
      v1: {
        Balance: MessageTypeDefinition<_prospecting_credits_v1_Balance, _prospecting_credits_v1_Balance__Output>;
        Capture: MessageTypeDefinition<_prospecting_credits_v1_Capture, _prospecting_credits_v1_Capture__Output>;
        CaptureRequest: MessageTypeDefinition<
          _prospecting_credits_v1_CaptureRequest,
          _prospecting_credits_v1_CaptureRequest__Output
        >;
        /**
         * Moves credits. Each call writes its ledger entries in the transaction that changes the balance.
         */
        CreditsLedger: SubtypeConstructor<typeof grpc.Client, _prospecting_credits_v1_CreditsLedgerClient> & {
          service: _prospecting_credits_v1_CreditsLedgerDefinition;
        };
        /**
         * Reads balances, ledgers and reservations. It changes nothing, except that GetBalances makes a
         * monthly reset that is due.
         */
        CreditsReader: SubtypeConstructor<typeof grpc.Client, _prospecting_credits_v1_CreditsReaderClient> & {
          service: _prospecting_credits_v1_CreditsReaderDefinition;
        };
        Entry: MessageTypeDefinition<_prospecting_credits_v1_Entry, _prospecting_credits_v1_Entry__Output>;
        GetBalancesRequest: MessageTypeDefinition<
          _prospecting_credits_v1_GetBalancesRequest,
          _prospecting_credits_v1_GetBalancesRequest__Output
        >;
        GetBalancesResponse: MessageTypeDefinition<
          _prospecting_credits_v1_GetBalancesResponse,
          _prospecting_credits_v1_GetBalancesResponse__Output
        >;
        GrantRequest: MessageTypeDefinition<
          _prospecting_credits_v1_GrantRequest,
          _prospecting_credits_v1_GrantRequest__Output
        >;
        ListAccountsRequest: MessageTypeDefinition<
          _prospecting_credits_v1_ListAccountsRequest,
          _prospecting_credits_v1_ListAccountsRequest__Output
        >;
        ListAccountsResponse: MessageTypeDefinition<
          _prospecting_credits_v1_ListAccountsResponse,
          _prospecting_credits_v1_ListAccountsResponse__Output
        >;
        ListEntriesRequest: MessageTypeDefinition<
          _prospecting_credits_v1_ListEntriesRequest,
          _prospecting_credits_v1_ListEntriesRequest__Output
        >;
        ListEntriesResponse: MessageTypeDefinition<
          _prospecting_credits_v1_ListEntriesResponse,
          _prospecting_credits_v1_ListEntriesResponse__Output
        >;
        ListPendingReservationsRequest: MessageTypeDefinition<
          _prospecting_credits_v1_ListPendingReservationsRequest,
          _prospecting_credits_v1_ListPendingReservationsRequest__Output
        >;
        ListPendingReservationsResponse: MessageTypeDefinition<
          _prospecting_credits_v1_ListPendingReservationsResponse,
          _prospecting_credits_v1_ListPendingReservationsResponse__Output
        >;
        ListReservationsRequest: MessageTypeDefinition<
          _prospecting_credits_v1_ListReservationsRequest,
          _prospecting_credits_v1_ListReservationsRequest__Output
        >;
        ListReservationsResponse: MessageTypeDefinition<
          _prospecting_credits_v1_ListReservationsResponse,
          _prospecting_credits_v1_ListReservationsResponse__Output
        >;
        Release: MessageTypeDefinition<_prospecting_credits_v1_Release, _prospecting_credits_v1_Release__Output>;
        ReleaseRequest: MessageTypeDefinition<
          _prospecting_credits_v1_ReleaseRequest,
          _prospecting_credits_v1_ReleaseRequest__Output
        >;
        Reservation: MessageTypeDefinition<
          _prospecting_credits_v1_Reservation,
          _prospecting_credits_v1_Reservation__Output
        >;
        ReservationRecord: MessageTypeDefinition<
          _prospecting_credits_v1_ReservationRecord,
          _prospecting_credits_v1_ReservationRecord__Output
        >;
        ReservationState: EnumTypeDefinition;
        ReserveRequest: MessageTypeDefinition<
          _prospecting_credits_v1_ReserveRequest,
          _prospecting_credits_v1_ReserveRequest__Output
        >;
        ResolveResponse: MessageTypeDefinition<
          _prospecting_credits_v1_ResolveResponse,
          _prospecting_credits_v1_ResolveResponse__Output
        >;
        SubscribeRequest: MessageTypeDefinition<
          _prospecting_credits_v1_SubscribeRequest,
          _prospecting_credits_v1_SubscribeRequest__Output
        >;
        Subscription: MessageTypeDefinition<
          _prospecting_credits_v1_Subscription,
          _prospecting_credits_v1_Subscription__Output
        >;
      };
    };
  };
}
