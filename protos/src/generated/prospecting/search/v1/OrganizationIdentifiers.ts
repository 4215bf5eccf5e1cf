// Original file: prospecting/search/v1/search.proto

import type {
  OrgNumber as _prospecting_search_v1_OrgNumber,
  OrgNumber__Output as _prospecting_search_v1_OrgNumber__Output,
} from '../../../prospecting/search/v1/OrgNumber.js';

export interface OrganizationIdentifiers {
  id?: string;
  orgNumbers?: _prospecting_search_v1_OrgNumber[];
  linkedInPage?: string;
  domains?: string[];
  _id?: 'id';
  _linkedInPage?: 'linkedInPage';
}

export interface OrganizationIdentifiers__Output {
  id?: string;
  orgNumbers: _prospecting_search_v1_OrgNumber__Output[];
  linkedInPage?: string;
  domains: string[];
}
