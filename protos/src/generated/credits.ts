import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from './google/protobuf/Timestamp.js';
import type {
  Balance as _prospecting_credits_v1_Balance,
  Balance__Output as _prospecting_credits_v1_Balance__Output,
} from './prospecting/credits/v1/Balance.js';
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
  ListEntriesRequest as _prospecting_credits_v1_ListEntriesRequest,
  ListEntriesRequest__Output as _prospecting_credits_v1_ListEntriesRequest__Output,
} from './prospecting/credits/v1/ListEntriesRequest.js';
import type {
  ListEntriesResponse as _prospecting_credits_v1_ListEntriesResponse,
  ListEntriesResponse__Output as _prospecting_credits_v1_ListEntriesResponse__Output,
} from './prospecting/credits/v1/ListEntriesResponse.js';
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
        CreditsLedger: SubtypeConstructor<typeof grpc.Client, _prospecting_credits_v1_CreditsLedgerClient> & {
          service: _prospecting_credits_v1_CreditsLedgerDefinition;
        };
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
        ListEntriesRequest: MessageTypeDefinition<
          _prospecting_credits_v1_ListEntriesRequest,
          _prospecting_credits_v1_ListEntriesRequest__Output
        >;
        ListEntriesResponse: MessageTypeDefinition<
          _prospecting_credits_v1_ListEntriesResponse,
          _prospecting_credits_v1_ListEntriesResponse__Output
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
