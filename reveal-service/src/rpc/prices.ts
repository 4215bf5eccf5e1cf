import { validationFailed } from '@prospecting/platform/errors';
import type { reveal } from '@prospecting/protos';
import { priceProblems, pricesInForce } from '../pricing/prices.js';
import { selectPrices } from '../sql/select-prices.js';
import { upsertPrice } from '../sql/upsert-price.js';
import type { AdminDependencies } from './dependencies.js';

/** Returns every price in force: the defaults, then what groups set of their own. */
export async function listPrices({ revealPool }: AdminDependencies): Promise<reveal.ListPricesResponse> {
  return { prices: pricesInForce(await selectPrices.run(revealPool, [])) };
}

/** Sets a group's price; the group `default` sets a default. Throws validation_failed. */
export async function setPrice({ revealPool }: AdminDependencies, price: reveal.Price): Promise<reveal.Price> {
  const problems = priceProblems(price);
  if (Object.keys(problems).length > 0) throw validationFailed(problems);
  const { group, subject, infoType, millicredits } = price;
  await upsertPrice.run(revealPool, [group, subject, infoType, millicredits]);
  return { group, subject, infoType, millicredits };
}
