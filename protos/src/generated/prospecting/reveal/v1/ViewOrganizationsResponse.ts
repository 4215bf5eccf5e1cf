// Original file: prospecting/reveal/v1/reveal.proto

import type {
  OrganizationViews as _prospecting_reveal_v1_OrganizationViews,
  OrganizationViews__Output as _prospecting_reveal_v1_OrganizationViews__Output,
} from '../../../prospecting/reveal/v1/OrganizationViews.js';

export interface ViewOrganizationsResponse {
  /**
   * One for each query, in request order.
   */
  answers?: _prospecting_reveal_v1_OrganizationViews[];
}

export interface ViewOrganizationsResponse__Output {
  /**
   * One for each query, in request order.
   */
  answers: _prospecting_reveal_v1_OrganizationViews__Output[];
}
