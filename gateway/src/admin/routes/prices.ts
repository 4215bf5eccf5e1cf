import type Router from '@koa/router';
import { z } from '@prospecting/platform/config';
import type { reveal } from '@prospecting/protos';
import { toCredits } from '../../routes/millicredits.js';
import type { AdminOptions } from '../admin-app.js';
import { credits, priceGroup } from '../fields.js';
import { bodyOf, type AdminContext, type AdminState } from '../request.js';
import { SAFE_AGAIN, write } from '../write.js';

/** Which subjects have which info types is reveal-service's to say. */
const price = z.strictObject({ group: priceGroup, subject: z.string().max(64), infoType: z.string().max(64), credits });

export function priceRoutes(router: Router<AdminState>, { revealAdmin }: Pick<AdminOptions, 'revealAdmin'>): void {
  router.get('/prices', async (context: AdminContext) => {
    const { prices } = await revealAdmin.listPrices({}, context.state.call);
    context.body = prices.map(presentPrice);
  });

  router.put('/prices', async (context: AdminContext) => {
    const { credits: millicredits, ...subject } = await bodyOf(context, price);
    const changed = await write(SAFE_AGAIN, () =>
      revealAdmin.setPrice({ ...subject, millicredits }, context.state.call),
    );
    context.body = presentPrice(changed);
  });
}

interface ShownPrice {
  readonly group: string;
  readonly subject: string;
  readonly infoType: string;
  readonly credits: number;
}

function presentPrice({ group, subject, infoType, millicredits }: reveal.Price): ShownPrice {
  return { group, subject, infoType, credits: toCredits(millicredits) };
}
