// Original file: prospecting/reveal/v1/reveal.proto

import type { Long } from '@grpc/proto-loader';

export interface OrganizationDetails {
  organizationNumber?: string;
  domain?: string;
  linkedInUrl?: string;
  website?: string;
  employeesMin?: number;
  employeesMax?: number;
  revenueMin?: number | string | Long;
  revenueMax?: number | string | Long;
  revenueCurrency?: string;
  oneSentenceDescription?: string;
  description?: string;
  technologies?: string[];
  keywords?: string[];
  tags?: string[];
  addressLine1?: string;
  addressLine2?: string;
  postalCode?: string;
  stateOrProvince?: string;
  _organizationNumber?: 'organizationNumber';
  _domain?: 'domain';
  _linkedInUrl?: 'linkedInUrl';
  _website?: 'website';
  _employeesMin?: 'employeesMin';
  _employeesMax?: 'employeesMax';
  _revenueMin?: 'revenueMin';
  _revenueMax?: 'revenueMax';
  _revenueCurrency?: 'revenueCurrency';
  _oneSentenceDescription?: 'oneSentenceDescription';
  _description?: 'description';
  _addressLine1?: 'addressLine1';
  _addressLine2?: 'addressLine2';
  _postalCode?: 'postalCode';
  _stateOrProvince?: 'stateOrProvince';
}

export interface OrganizationDetails__Output {
  organizationNumber?: string;
  domain?: string;
  linkedInUrl?: string;
  website?: string;
  employeesMin?: number;
  employeesMax?: number;
  revenueMin?: number;
  revenueMax?: number;
  revenueCurrency?: string;
  oneSentenceDescription?: string;
  description?: string;
  technologies: string[];
  keywords: string[];
  tags: string[];
  addressLine1?: string;
  addressLine2?: string;
  postalCode?: string;
  stateOrProvince?: string;
}
