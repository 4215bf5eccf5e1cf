// Original file: prospecting/reveal/v1/reveal.proto

import type {
  OrganizationView as _prospecting_reveal_v1_OrganizationView,
  OrganizationView__Output as _prospecting_reveal_v1_OrganizationView__Output,
} from '../../../prospecting/reveal/v1/OrganizationView.js';

export interface OrganizationViews {
  views?: _prospecting_reveal_v1_OrganizationView[];
}

export interface OrganizationViews__Output {
  views: _prospecting_reveal_v1_OrganizationView__Output[];
}
