// Original file: prospecting/search/v1/search.proto

export interface OrgNumber {
  countryCode?: string;
  digits?: string;
}

export interface OrgNumber__Output {
  countryCode: string;
  digits: string;
}
