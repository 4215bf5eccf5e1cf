// Original file: prospecting/search/v1/search.proto

/**
 * The public part of an organization: every account sees it without a reveal.
 */
export interface Organization {
  /**
   * UUID.
   */
  id?: string;
  name?: string;
  /**
   * ISO 3166-1 alpha-2, upper case.
   */
  countryCode?: string;
  /**
   * As its register names it, such as Aktiebolag. Absent when not on record.
   */
  legalForm?: string;
  /**
   * Absent when not on record.
   */
  city?: string;
  /**
   * Calendar year. Absent when not on record.
   */
  foundedYear?: number;
  _legalForm?: 'legalForm';
  _city?: 'city';
  _foundedYear?: 'foundedYear';
}

/**
 * The public part of an organization: every account sees it without a reveal.
 */
export interface Organization__Output {
  /**
   * UUID.
   */
  id: string;
  name: string;
  /**
   * ISO 3166-1 alpha-2, upper case.
   */
  countryCode: string;
  /**
   * As its register names it, such as Aktiebolag. Absent when not on record.
   */
  legalForm?: string;
  /**
   * Absent when not on record.
   */
  city?: string;
  /**
   * Calendar year. Absent when not on record.
   */
  foundedYear?: number;
}
