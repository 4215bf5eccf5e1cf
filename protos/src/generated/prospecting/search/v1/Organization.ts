// Original file: prospecting/search/v1/search.proto

export interface Organization {
  id?: string;
  name?: string;
  countryCode?: string;
  legalForm?: string;
  city?: string;
  foundedYear?: number;
  _legalForm?: 'legalForm';
  _city?: 'city';
  _foundedYear?: 'foundedYear';
}

export interface Organization__Output {
  id: string;
  name: string;
  countryCode: string;
  legalForm?: string;
  city?: string;
  foundedYear?: number;
}
