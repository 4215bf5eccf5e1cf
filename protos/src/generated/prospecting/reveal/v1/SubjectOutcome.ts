// Original file: prospecting/reveal/v1/reveal.proto

import type {
  Contact as _prospecting_search_v1_Contact,
  Contact__Output as _prospecting_search_v1_Contact__Output,
} from '../../../prospecting/search/v1/Contact.js';
import type {
  ContactChannelsView as _prospecting_reveal_v1_ContactChannelsView,
  ContactChannelsView__Output as _prospecting_reveal_v1_ContactChannelsView__Output,
} from '../../../prospecting/reveal/v1/ContactChannelsView.js';
import type {
  OrganizationView as _prospecting_reveal_v1_OrganizationView,
  OrganizationView__Output as _prospecting_reveal_v1_OrganizationView__Output,
} from '../../../prospecting/reveal/v1/OrganizationView.js';
import type { Long } from '@grpc/proto-loader';

/**
 * The outcome for one subject of a request.
 */
export interface SubjectOutcome {
  /**
   * False when no record has the id. Also false when a repeated operation did not include the
   * subject.
   */
  found?: boolean;
  /**
   * The price of the subject in this request, in 1/1000 credit. Every occurrence of the subject has
   * the same price.
   */
  costMillicredits?: number | string | Long;
  /**
   * The info types that this request reveals.
   */
  newInfoTypes?: string[];
  /**
   * The info types that the account had revealed before.
   */
  alreadyRevealedInfoTypes?: string[];
  /**
   * The info types that are not on record.
   */
  unavailableInfoTypes?: string[];
  /**
   * The public part of a contact. Absent for other kinds and when not on record.
   */
  contact?: _prospecting_search_v1_Contact | null;
  /**
   * What the account sees of a contact or switchboard, including what this request reveals. Absent
   * for organizations and when not on record.
   */
  contactChannels?: _prospecting_reveal_v1_ContactChannelsView | null;
  /**
   * What the account sees of an organization in this occurrence. Present for every organization,
   * even one without details.
   */
  organization?: _prospecting_reveal_v1_OrganizationView | null;
  _contact?: 'contact';
  _contactChannels?: 'contactChannels';
  _organization?: 'organization';
}

/**
 * The outcome for one subject of a request.
 */
export interface SubjectOutcome__Output {
  /**
   * False when no record has the id. Also false when a repeated operation did not include the
   * subject.
   */
  found: boolean;
  /**
   * The price of the subject in this request, in 1/1000 credit. Every occurrence of the subject has
   * the same price.
   */
  costMillicredits: number;
  /**
   * The info types that this request reveals.
   */
  newInfoTypes: string[];
  /**
   * The info types that the account had revealed before.
   */
  alreadyRevealedInfoTypes: string[];
  /**
   * The info types that are not on record.
   */
  unavailableInfoTypes: string[];
  /**
   * The public part of a contact. Absent for other kinds and when not on record.
   */
  contact?: _prospecting_search_v1_Contact__Output | null;
  /**
   * What the account sees of a contact or switchboard, including what this request reveals. Absent
   * for organizations and when not on record.
   */
  contactChannels?: _prospecting_reveal_v1_ContactChannelsView__Output | null;
  /**
   * What the account sees of an organization in this occurrence. Present for every organization,
   * even one without details.
   */
  organization?: _prospecting_reveal_v1_OrganizationView__Output | null;
}
