// Original file: prospecting/reveal/v1/reveal.proto

import type { Long } from '@grpc/proto-loader';

export interface SubjectOutcome {
  found?: boolean;
  costMillicredits?: number | string | Long;
  newInfoTypes?: string[];
  alreadyRevealedInfoTypes?: string[];
  unavailableInfoTypes?: string[];
}

export interface SubjectOutcome__Output {
  found: boolean;
  costMillicredits: number;
  newInfoTypes: string[];
  alreadyRevealedInfoTypes: string[];
  unavailableInfoTypes: string[];
}
