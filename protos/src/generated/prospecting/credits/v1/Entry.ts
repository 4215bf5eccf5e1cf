// Original file: prospecting/credits/v1/credits.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';
import type { Long } from '@grpc/proto-loader';

/**
 * One line of an account's ledger. The sum of an account's entries is its balance.
 */
export interface Entry {
  /**
   * 1, 2, 3, … in the order of the changes of the balance.
   */
  entryId?: number | string | Long;
  /**
   * When the change was made, by the service's clock.
   */
  at?: _google_protobuf_Timestamp | null;
  /**
   * subscribe, grant, reset, reserve, capture or release.
   */
  kind?: string;
  /**
   * Signed change of the included credits, in 1/1000 credit. A reserve entry takes the whole
   * reservation; a capture or release entry returns what was not spent.
   */
  includedMillicredits?: number | string | Long;
  /**
   * Signed change of the purchased credits, in 1/1000 credit.
   */
  purchasedMillicredits?: number | string | Long;
  /**
   * Present on reserve, capture and release entries.
   */
  reservationId?: string;
  /**
   * Present on grant entries: the operator's reference. Absent on grants from before references.
   */
  reference?: string;
  _reservationId?: 'reservationId';
  _reference?: 'reference';
}

/**
 * One line of an account's ledger. The sum of an account's entries is its balance.
 */
export interface Entry__Output {
  /**
   * 1, 2, 3, … in the order of the changes of the balance.
   */
  entryId: number;
  /**
   * When the change was made, by the service's clock.
   */
  at: _google_protobuf_Timestamp__Output | null;
  /**
   * subscribe, grant, reset, reserve, capture or release.
   */
  kind: string;
  /**
   * Signed change of the included credits, in 1/1000 credit. A reserve entry takes the whole
   * reservation; a capture or release entry returns what was not spent.
   */
  includedMillicredits: number;
  /**
   * Signed change of the purchased credits, in 1/1000 credit.
   */
  purchasedMillicredits: number;
  /**
   * Present on reserve, capture and release entries.
   */
  reservationId?: string;
  /**
   * Present on grant entries: the operator's reference. Absent on grants from before references.
   */
  reference?: string;
}
