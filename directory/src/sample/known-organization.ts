/** One organization of the sample, for a first request: it has contacts and a switchboard, and no other has its domain. */
export const KNOWN_ORGANIZATION = {
  countryCode: 'NO',
  organizationNumber: '894973552',
  name: 'ABC ELEKTRO AS',
  domain: 'abcelektro.no',
} as const;
