// Original file: prospecting/reveal/v1/reveal.proto

/**
 * An e-mail address and a phone number, each revealed or masked.
 */
export interface ContactChannelsView {
  /**
   * XXXXX@domain when masked. Absent when not on record.
   */
  email?: string;
  /**
   * False when email is absent.
   */
  emailIsMasked?: boolean;
  /**
   * E.164. When masked, only the country calling code and the next two digits are shown. Absent
   * when not on record.
   */
  phone?: string;
  /**
   * False when phone is absent.
   */
  phoneIsMasked?: boolean;
  _email?: 'email';
  _phone?: 'phone';
}

/**
 * An e-mail address and a phone number, each revealed or masked.
 */
export interface ContactChannelsView__Output {
  /**
   * XXXXX@domain when masked. Absent when not on record.
   */
  email?: string;
  /**
   * False when email is absent.
   */
  emailIsMasked: boolean;
  /**
   * E.164. When masked, only the country calling code and the next two digits are shown. Absent
   * when not on record.
   */
  phone?: string;
  /**
   * False when phone is absent.
   */
  phoneIsMasked: boolean;
}
