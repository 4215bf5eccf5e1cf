// Original file: prospecting/search/v1/search.proto

import type {
  Contact as _prospecting_search_v1_Contact,
  Contact__Output as _prospecting_search_v1_Contact__Output,
} from '../../../prospecting/search/v1/Contact.js';

export interface FoundContact {
  /**
   * Absent when no contact has the id.
   */
  contact?: _prospecting_search_v1_Contact | null;
  _contact?: 'contact';
}

export interface FoundContact__Output {
  /**
   * Absent when no contact has the id.
   */
  contact?: _prospecting_search_v1_Contact__Output | null;
}
