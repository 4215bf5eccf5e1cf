import { z } from '@prospecting/platform/config';
import type { reveal } from '@prospecting/protos';
import { toCredits } from '@prospecting/platform/amounts';
import type { Trail } from '../changes/trail.js';
import type { AdminDependencies } from '../dependencies.js';
import { credits, priceGroup } from '../http/fields.js';
import { bodyOf, type AdminContext } from '../http/request.js';
import type { Routes } from '../http/routes.js';
import { SAFE_TO_REPEAT, write } from '../http/write.js';

/** reveal-service decides which info types a subject has. */
const price = z.strictObject({ group: priceGroup, subject: z.string().max(64), infoType: z.string().max(64), credits });

type Dependencies = Pick<AdminDependencies, 'revealAdmin'> & { readonly trail: Trail };

export function priceRoutes(router: Routes, { revealAdmin, trail }: Dependencies): void {
  router.get('/prices', async (context: AdminContext) => {
    const { prices } = await revealAdmin.listPrices({}, context.state.call);
    context.body = prices.map(presentPrice);
  });

  router.put('/prices', async (context: AdminContext) => {
    const { credits: millicredits, ...subject } = await bodyOf(context, price);
    const change = {
      actor: context.state.actor,
      action: 'price.set',
      accountId: null,
      subject: { kind: 'price', id: `${subject.group}/${subject.subject}/${subject.infoType}` },
      details: { credits: toCredits(millicredits) },
    };
    const changed = await write(SAFE_TO_REPEAT, () =>
      trail.around(change, () => revealAdmin.setPrice({ ...subject, millicredits }, context.state.call)),
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
