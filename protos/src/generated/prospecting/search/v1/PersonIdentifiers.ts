// Original file: prospecting/search/v1/search.proto

import type {
  OrganizationIdentifiers as _prospecting_search_v1_OrganizationIdentifiers,
  OrganizationIdentifiers__Output as _prospecting_search_v1_OrganizationIdentifiers__Output,
} from '../../../prospecting/search/v1/OrganizationIdentifiers.js';

export interface PersonIdentifiers {
  linkedInSlug?: string;
  name?: string;
  organization?: _prospecting_search_v1_OrganizationIdentifiers | null;
  _linkedInSlug?: 'linkedInSlug';
  _name?: 'name';
}

export interface PersonIdentifiers__Output {
  linkedInSlug?: string;
  name?: string;
  organization: _prospecting_search_v1_OrganizationIdentifiers__Output | null;
}
