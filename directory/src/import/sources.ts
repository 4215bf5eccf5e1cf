/**
 * Where a fact about an organization comes from, the strongest first. Of several sources that have
 * a field, the first one in this list wins it. docs/decisions/0027 has the reasons.
 */
export const SOURCES = [
  // The operator's own data team.
  'canonical',
  'bolagsverket',
  'scb',
  'brreg',
  'brreg-branches',
  'cvr',
  'ytj',
  // What was on record before sources were recorded.
  'earlier',
  'gleif',
] as const;

export type Source = (typeof SOURCES)[number];

/**
 * Registers that say whether an organization exists. What one of them has deleted is not sold,
 * whatever other sources say.
 */
export const AUTHORITIES: readonly Source[] = ['bolagsverket', 'brreg', 'brreg-branches', 'cvr', 'ytj'];
