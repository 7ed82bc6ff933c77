import { addMinutes } from '#contract/dates.ts';
import { createAdvertisement } from '#server/advertisements/advertisement.ts';
import type { App } from '#server/app.ts';
import { mapConcurrently } from '#server/concurrency.ts';
import type { Team } from './people.ts';
import type { Offered } from './shelves.ts';
import { inGroups, play } from './stage.ts';

export type Advertised = { id: number; name: string; imageIds: number[]; offers: Offered[] };

type Wish = { product: string; offers: Offered[] };

/** One advertisement a product, with its first variation; every ninth is a kit of two from one warehouse. */
function wishes(offers: readonly Offered[], count: number): Wish[] {
  const byProduct = new Map<number, Offered[]>();
  for (const offer of offers) {
    const known = byProduct.get(offer.good.productId) ?? [];
    byProduct.set(offer.good.productId, [...known, offer]);
  }
  const groups = [...byProduct.values()].slice(0, count);
  return groups.map((group, index) => {
    const first = group.slice(0, 1);
    const beside = groups[index + 1]?.[0];
    const product = group[0]?.good.name ?? '';
    if (index % 9 !== 8 || !beside || beside.warehouseId !== group[0]?.warehouseId)
      return { product, offers: first };
    return { product: `Kit ${product} + ${beside.good.name}`.slice(0, 120), offers: [...first, beside] };
  });
}

/** Offers of the catalogue that a seller chooses to sell. */
export async function advertise(
  app: App,
  seller: Team,
  offers: readonly Offered[],
  count: number,
): Promise<Advertised[]> {
  const since = addMinutes(app.database.clock.now(), -31 * 24 * 60);
  const made: Advertised[] = [];
  await mapConcurrently(inGroups(wishes(offers, count), 8), 3, async (group) => {
    made.push(
      ...(await play(app, async ({ tx, as }) => {
        await as(seller.seller, since);
        const rows: Advertised[] = [];
        for (const wish of group) {
          const imageIds = [...new Set(wish.offers.flatMap(({ good }) => good.imageIds))].slice(0, 4);
          const { id } = await createAdvertisement(tx, seller.seller, {
            product: wish.product,
            brand: wish.offers[0]?.good.shelf.brand ?? '',
            description: `${wish.product}. Pronta entrega, envio no dia útil seguinte.`,
            components: wish.offers.map((offer) => ({ offer: offer.id, quantity: 1 })),
            ...{ asVariations: false, sku: '', width: null, height: null, depth: null },
            images: imageIds,
          });
          rows.push({ id, name: wish.product, imageIds, offers: wish.offers });
        }
        return rows;
      })),
    );
  });
  return made.toSorted((one, other) => one.id - other.id);
}
