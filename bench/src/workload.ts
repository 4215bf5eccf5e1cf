import { createRandom } from '@prospecting/platform/random';
import { drawBodies, type DrawnItem } from './bodies.js';
import { withPool } from './database.js';
import { ownersOf, valuesOf, type Owners } from './expectation.js';
import { readClaims, readOrganizations } from './sample.js';

export const ITEMS_PER_BODY = 25;
const MISS_SHARE = 0.08;

/** Drawn bodies of organizations/match, and whom each identifier finds. */
export interface Workload {
  readonly bodies: readonly (readonly DrawnItem[])[];
  readonly owners: Owners;
}

/** Draws bodies of 25 items from the data set. The same seed gives the same ones. */
export async function drawWorkload(databaseUrl: string, bodies: number, seed: number): Promise<Workload> {
  return withPool(databaseUrl, async (pool) => {
    const random = createRandom(seed);
    const organizations = await readOrganizations(pool, bodies * ITEMS_PER_BODY, random);
    const drawn = drawBodies(organizations, { bodies, itemsPerBody: ITEMS_PER_BODY, missShare: MISS_SHARE }, random);
    const values = drawn.flat().flatMap(({ identifiers }) => valuesOf(identifiers));
    return { bodies: drawn, owners: ownersOf(await readClaims(pool, values)) };
  });
}
