// Original file: prospecting/reveal/v1/reveal.proto

import type {
  OrganizationDetails as _prospecting_reveal_v1_OrganizationDetails,
  OrganizationDetails__Output as _prospecting_reveal_v1_OrganizationDetails__Output,
} from '../../../prospecting/reveal/v1/OrganizationDetails.js';

export interface OrganizationView {
  detailsRevealed?: boolean;
  details?: _prospecting_reveal_v1_OrganizationDetails | null;
  _details?: 'details';
}

export interface OrganizationView__Output {
  detailsRevealed: boolean;
  details?: _prospecting_reveal_v1_OrganizationDetails__Output | null;
}
