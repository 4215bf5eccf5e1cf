// Original file: prospecting/reveal/v1/reveal.proto

import type {
  OrganizationView as _prospecting_reveal_v1_OrganizationView,
  OrganizationView__Output as _prospecting_reveal_v1_OrganizationView__Output,
} from '../../../prospecting/reveal/v1/OrganizationView.js';

export interface OrganizationViews {
  /**
   * One for each subject of the query, in its order.
   */
  views?: _prospecting_reveal_v1_OrganizationView[];
}

export interface OrganizationViews__Output {
  /**
   * One for each subject of the query, in its order.
   */
  views: _prospecting_reveal_v1_OrganizationView__Output[];
}
