import { z } from 'zod';
import { askForCampaigns } from '#server/advertisements/campaign/read-campaigns.ts';
import type { App } from '#server/app.ts';
import type { Environment } from '#server/env.ts';
import { remoteSellers } from './market.ts';
import type { Team } from './people.ts';
import { openShop } from './shop.ts';

const ads = z.array(
  z.object({ id: z.string(), sellerId: z.number(), status: z.string(), price: z.number() }),
);

/** Campaigns of the first account: one runs with two ads in it, one invites, and one has not begun. */
export async function openPromotions(
  app: App,
  env: Environment,
  { businessId }: Pick<Team, 'businessId'>,
): Promise<void> {
  if (!env.sandbox) return;
  const [sellerId] = remoteSellers;
  const shop = openShop(env.sandbox.url);
  const onSale = ads
    .parse(await shop.read('/items'))
    .filter((ad) => ad.sellerId === sellerId && ad.status === 'active');
  const inDays = (days: number) =>
    new Date(app.database.clock.now().getTime() + days * 24 * 3_600_000).toISOString();
  const [running, invited, coming] = [onSale.slice(0, 7), onSale.slice(3, 9), onSale.slice(2, 8)];
  await shop.send('/campaigns', {
    ...{ sellerId, name: 'Semana do Cliente', finish: inDays(6) },
    items: running.map(({ id, price }, index) => ({
      itemId: id,
      ...(index < 2 && { join: Math.round(price * 90) / 100 }),
    })),
  });
  await shop.send('/campaigns', {
    ...{ sellerId, type: 'SMART', name: 'Cupons da Casa', finish: inDays(12) },
    items: invited.map(({ id }) => id),
  });
  await shop.send('/campaigns', {
    ...{ sellerId, name: 'Festival de Verão', start: inDays(5), finish: inDays(19) },
    items: coming.map(({ id }) => id),
  });
  await app.database.transact({ businessId }, (tx) => askForCampaigns(tx, businessId, app.outside));
}
