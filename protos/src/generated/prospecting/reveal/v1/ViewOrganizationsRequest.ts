// Original file: prospecting/reveal/v1/reveal.proto

import type {
  OrganizationQuery as _prospecting_reveal_v1_OrganizationQuery,
  OrganizationQuery__Output as _prospecting_reveal_v1_OrganizationQuery__Output,
} from '../../../prospecting/reveal/v1/OrganizationQuery.js';

export interface ViewOrganizationsRequest {
  queries?: _prospecting_reveal_v1_OrganizationQuery[];
}

export interface ViewOrganizationsRequest__Output {
  queries: _prospecting_reveal_v1_OrganizationQuery__Output[];
}
