import { statement } from '@prospecting/platform/postgres';
import type { OrganizationHitsValues } from '../matching/candidates.js';
import type { OrganizationHit } from '../matching/records.js';
import { ORGANIZATION_HITS } from './organization-hits.js';

/** Every organization that a batch asks for, whatever the batch's size. Indexes and locks: see ORGANIZATION_HITS. */
export const matchOrganizationsStatement = statement<OrganizationHitsValues, OrganizationHit>(
  'match-organizations',
  ORGANIZATION_HITS,
);
