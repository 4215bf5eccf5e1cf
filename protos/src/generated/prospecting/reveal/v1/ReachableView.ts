// Original file: prospecting/reveal/v1/reveal.proto

export interface ContactChannelsView {
  email?: string;
  emailIsMasked?: boolean;
  phone?: string;
  phoneIsMasked?: boolean;
  _email?: 'email';
  _phone?: 'phone';
}

export interface ReachableView__Output {
  email?: string;
  emailIsMasked: boolean;
  phone?: string;
  phoneIsMasked: boolean;
}
