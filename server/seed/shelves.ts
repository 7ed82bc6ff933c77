import type { NewWarehouse } from '#contract/inventory/warehouse.ts';
import type { App } from '#server/app.ts';
import { mapConcurrently } from '#server/concurrency.ts';
import { createOffer } from '#server/dropshipping/offer/dropship-item.ts';
import { createVolume, tagVolume } from '#server/inventory/volume/volume.ts';
import { blockVolume, launchVolume } from '#server/inventory/volume/volume-launch.ts';
import { createLocations } from '#server/inventory/warehouse/inventory-location.ts';
import { createWarehouse } from '#server/inventory/warehouse/warehouse.ts';
import type { Good } from './catalogue.ts';
import type { Dice } from './dice.ts';
import type { Team } from './people.ts';
import { inGroups, play } from './stage.ts';

export type Place = { id: number; positions: number[] };
export type Offered = {
  id: number;
  good: Good;
  sku: string;
  price: number;
  warehouseId: number;
  /** Units that the demo has not sold yet. */
  left: number;
};

type Address = Omit<NewWarehouse, 'name'> & { name: string };

export const addresses: Record<'barraFunda' | 'extrema' | 'curitiba' | 'santos', Address> = {
  barraFunda: {
    name: 'CD Barra Funda',
    zip: '01139000',
    state: 'SP',
    city: 'São Paulo',
    neighborhood: 'Várzea da Barra Funda',
    street: 'Rua do Bosque',
    number: '1281',
    notes: 'Coleta às 11h e às 16h, doca 3.',
  },
  extrema: {
    name: 'CD Extrema',
    zip: '37640000',
    state: 'MG',
    city: 'Extrema',
    neighborhood: 'Roseira',
    street: 'Estrada Municipal Benedito dos Santos',
    number: '900',
  },
  curitiba: {
    name: 'Galpão Curitiba',
    zip: '81170610',
    state: 'PR',
    city: 'Curitiba',
    neighborhood: 'Cidade Industrial',
    street: 'Rua Senador Accioly Filho',
    number: '431',
  },
  santos: {
    name: 'Estoque da Loja',
    zip: '11010150',
    state: 'SP',
    city: 'Santos',
    neighborhood: 'Centro',
    street: 'Praça Mauá',
    number: '25',
  },
};

/** A warehouse with aisles and their positions. */
export async function openWarehouse(app: App, team: Team, address: Address, since: Date): Promise<Place> {
  return play(app, async ({ tx, as }) => {
    await as(team.owner, since);
    const warehouse = await createWarehouse(tx, team.owner, address);
    const positions: number[] = [];
    for (const prefix of ['A', 'B', 'C']) {
      const aisle = { warehouseId: warehouse.id, prefix, initialIndex: 1, finalIndex: 1 };
      const [parent] = await createLocations(tx, team.owner, { ...aisle, turnover: prefix === 'A' });
      const inside = { warehouseId: warehouse.id, parentId: parent?.id, prefix: 'N', initialIndex: 1 };
      const made = await createLocations(tx, team.owner, {
        ...inside,
        finalIndex: 8,
        turnover: prefix === 'A',
      });
      positions.push(...made.map((row) => row.id));
    }
    return { id: warehouse.id, positions };
  });
}

/** Volumes with the goods, launched into positions; the last few stay on the way, and one is set aside. */
export async function stockUp(
  app: App,
  team: Team,
  stock: readonly { good: Good; place: Place }[],
  dice: Dice,
  since: Date,
): Promise<Map<number, number>> {
  const quantities = new Map<number, number>();
  const numbered = stock.map((row, index) => ({ ...row, index }));
  await mapConcurrently(inGroups(numbered, 6), 4, async (group) => {
    await play(app, async ({ tx, as }) => {
      for (const { good, place, index } of group) {
        await as(team.stockist, new Date(since.getTime() + dice.between(0, 600) * 60_000));
        // The earlier of the list sell best.
        const plenty = index < 25 ? dice.between(110, 190) : dice.between(18, 70);
        const lines = good.variations.map(({ id, cost }) => ({
          variationId: id,
          quantity: index % 29 === 17 ? 2 : plenty,
          price: cost,
        }));
        const volume = await createVolume(tx, team.administrator, {
          warehouseId: place.id,
          name: good.name,
          reason: 'Estoque inicial',
          lines,
        });
        if (index % 19 === 18) continue;
        await tagVolume(tx, team.stockist, volume.id, volume.code);
        if (index % 19 === 17) continue;
        await launchVolume(tx, team.stockist, volume.id, dice.pick(place.positions));
        if (index % 41 === 40)
          await blockVolume(tx, team.stockist, volume.id, { cause: 'damaged', reason: 'Embalagem amassada' });
        else for (const { variationId, quantity } of lines) quantities.set(variationId, quantity);
      }
    });
  });
  return quantities;
}

/** Every variation on a shelf is offered, a few are switched off. */
export async function offerGoods(
  app: App,
  team: Team,
  stock: readonly { good: Good; place: Place }[],
  quantities: ReadonlyMap<number, number>,
  since: Date,
): Promise<Offered[]> {
  const offers: Offered[] = [];
  const isSupplier = team.supplier.businessType === 'supply';
  const numbered = stock.map((row, index) => ({ ...row, index }));
  await mapConcurrently(inGroups(numbered, 10), 4, async (group) => {
    const made = await play(app, async ({ tx, as }) => {
      await as(team.supplier, since);
      const rows: Offered[] = [];
      for (const { good, place, index } of group) {
        for (const { id, sku, cost } of good.variations) {
          const price = isSupplier ? Math.round((cost * 1.45) / 100) * 100 - 10 : cost;
          const offer = await createOffer(tx, team.supplier, {
            variationId: id,
            warehouseId: place.id,
            quantityCap: 500,
            price,
            active: index % 23 !== 22,
            linkedOnly: index % 31 === 30,
          });
          if (index % 23 !== 22) {
            const left = quantities.get(id) ?? 0;
            rows.push({ id: offer.id, good, sku, price, warehouseId: place.id, left });
          }
        }
      }
      return rows;
    });
    offers.push(...made);
  });
  return offers.toSorted((one, other) => one.id - other.id);
}
