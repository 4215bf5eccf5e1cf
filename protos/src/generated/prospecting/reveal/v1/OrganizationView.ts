// Original file: prospecting/reveal/v1/reveal.proto

import type {
  OrganizationDetails as _prospecting_reveal_v1_OrganizationDetails,
  OrganizationDetails__Output as _prospecting_reveal_v1_OrganizationDetails__Output,
} from '../../../prospecting/reveal/v1/OrganizationDetails.js';

export interface OrganizationView {
  /**
   * True when the caller's result shows every detail on record, because the account revealed the
   * details or because the result shows all of them already.
   */
  detailsRevealed?: boolean;
  /**
   * Present when details_revealed. Excludes the identifiers that the subject shows.
   */
  details?: _prospecting_reveal_v1_OrganizationDetails | null;
  _details?: 'details';
}

export interface OrganizationView__Output {
  /**
   * True when the caller's result shows every detail on record, because the account revealed the
   * details or because the result shows all of them already.
   */
  detailsRevealed: boolean;
  /**
   * Present when details_revealed. Excludes the identifiers that the subject shows.
   */
  details?: _prospecting_reveal_v1_OrganizationDetails__Output | null;
}
