// Original file: prospecting/reveal/v1/reveal.proto

import type {
  Contact as _prospecting_search_v1_Contact,
  Contact__Output as _prospecting_search_v1_Contact__Output,
} from '../../../prospecting/search/v1/Contact.js';
import type {
  ReachableView as _prospecting_reveal_v1_ReachableView,
  ReachableView__Output as _prospecting_reveal_v1_ReachableView__Output,
} from '../../../prospecting/reveal/v1/ReachableView.js';
import type {
  OrganizationView as _prospecting_reveal_v1_OrganizationView,
  OrganizationView__Output as _prospecting_reveal_v1_OrganizationView__Output,
} from '../../../prospecting/reveal/v1/OrganizationView.js';
import type { Long } from '@grpc/proto-loader';

export interface SubjectOutcome {
  found?: boolean;
  costMillicredits?: number | string | Long;
  newInfoTypes?: string[];
  alreadyRevealedInfoTypes?: string[];
  unavailableInfoTypes?: string[];
  contact?: _prospecting_search_v1_Contact | null;
  reachable?: _prospecting_reveal_v1_ReachableView | null;
  organization?: _prospecting_reveal_v1_OrganizationView | null;
  _contact?: 'contact';
  _reachable?: 'reachable';
  _organization?: 'organization';
}

export interface SubjectOutcome__Output {
  found: boolean;
  costMillicredits: number;
  newInfoTypes: string[];
  alreadyRevealedInfoTypes: string[];
  unavailableInfoTypes: string[];
  contact?: _prospecting_search_v1_Contact__Output | null;
  reachable?: _prospecting_reveal_v1_ReachableView__Output | null;
  organization?: _prospecting_reveal_v1_OrganizationView__Output | null;
}
