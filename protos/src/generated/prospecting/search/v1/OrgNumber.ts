// Original file: prospecting/search/v1/search.proto

/**
 * A national organization number.
 */
export interface OrgNumber {
  /**
   * SE, NO, DK or FI.
   */
  countryCode?: string;
  /**
   * Digits only: 10 for SE, 9 for NO, 8 for DK and FI.
   */
  digits?: string;
}

/**
 * A national organization number.
 */
export interface OrgNumber__Output {
  /**
   * SE, NO, DK or FI.
   */
  countryCode: string;
  /**
   * Digits only: 10 for SE, 9 for NO, 8 for DK and FI.
   */
  digits: string;
}
