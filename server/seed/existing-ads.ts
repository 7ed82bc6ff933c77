import { api } from '#contract/index.ts';
import type { App } from '#server/app.ts';
import type { Environment } from '#server/env.ts';
import { openDesk, remoteSellers } from './market.ts';
import type { Team } from './people.ts';
import type { Offered } from './shelves.ts';
import { openShop } from './shop.ts';

/** Two kits of what one warehouse offers. */
export async function makeKits(
  app: App,
  env: Environment,
  seller: Team,
  offers: readonly Offered[],
): Promise<void> {
  const desk = await openDesk(app, env, seller);
  const together = offers.filter(({ warehouseId }) => warehouseId === offers[0]?.warehouseId);
  for (const [name, sku, from] of [
    ['Kit Café da Manhã', 'KIT-CAFE', 0],
    ['Kit Mesa Posta', 'KIT-MESA', 4],
  ] as const) {
    const parts = together.slice(from, from + 2);
    await desk.send(api.virtualProducts.create, {
      ...{ name, sku, title: `${name}: ${parts[0]?.good.name ?? ''}`.slice(0, 60) },
      components: parts.map(({ id }, index) => ({ offer: id, quantity: 2 - index })),
    });
  }
}

/** Ads that the seller made in the marketplace's own pages: some are known by their SKU, some by their title, one is not. */
export async function leaveUnlinked(
  app: App,
  env: Environment,
  seller: Team,
  accounts: readonly number[],
  offers: readonly Offered[],
): Promise<void> {
  if (!env.sandbox || accounts[0] === undefined) return;
  const ads = offers.slice(-5).map(({ good, sku, price }, index) => ({
    title: `${good.name} Promoção`.slice(0, 60),
    price: (price * 2) / 100,
    quantity: index + 1,
    ...(index < 3 && { sku }),
  }));
  const shop = openShop(env.sandbox.url);
  for (const ad of [...ads, { title: 'Violão Folk de Aço', price: 489.9, quantity: 1 }])
    await shop.send('/items', { sellerId: remoteSellers[0], ...ad });
  const desk = await openDesk(app, env, seller);
  await desk.send(api.publicationsLink.refresh, { account: accounts[0] });
}
