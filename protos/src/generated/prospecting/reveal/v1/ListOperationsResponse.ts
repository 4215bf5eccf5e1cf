// Original file: prospecting/reveal/v1/reveal.proto

import type {
  OperationRecord as _prospecting_reveal_v1_OperationRecord,
  OperationRecord__Output as _prospecting_reveal_v1_OperationRecord__Output,
} from '../../../prospecting/reveal/v1/OperationRecord.js';

export interface ListOperationsResponse {
  operations?: _prospecting_reveal_v1_OperationRecord[];
}

export interface ListOperationsResponse__Output {
  operations: _prospecting_reveal_v1_OperationRecord__Output[];
}
