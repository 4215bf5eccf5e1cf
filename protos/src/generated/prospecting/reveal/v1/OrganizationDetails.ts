// Original file: prospecting/reveal/v1/reveal.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The details of an organization, named as in the public API. A field is absent, and a list empty,
 * when it is not on record.
 */
export interface OrganizationDetails {
  organizationNumber?: string;
  /**
   * The primary domain.
   */
  domain?: string;
  /**
   * Canonical page URL.
   */
  linkedInUrl?: string;
  website?: string;
  employeesMin?: number;
  employeesMax?: number;
  /**
   * In whole units of revenue_currency.
   */
  revenueMin?: number | string | Long;
  /**
   * In whole units of revenue_currency.
   */
  revenueMax?: number | string | Long;
  /**
   * ISO 4217.
   */
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

/**
 * The details of an organization, named as in the public API. A field is absent, and a list empty,
 * when it is not on record.
 */
export interface OrganizationDetails__Output {
  organizationNumber?: string;
  /**
   * The primary domain.
   */
  domain?: string;
  /**
   * Canonical page URL.
   */
  linkedInUrl?: string;
  website?: string;
  employeesMin?: number;
  employeesMax?: number;
  /**
   * In whole units of revenue_currency.
   */
  revenueMin?: number;
  /**
   * In whole units of revenue_currency.
   */
  revenueMax?: number;
  /**
   * ISO 4217.
   */
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
