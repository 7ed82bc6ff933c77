import { foldText } from '#contract/business/import/cell.ts';
import { asCode } from '#contract/codes.ts';
import {
  type CheckedRow,
  compared,
  type ImportRule,
  type Prepared,
  type ReadRow,
  wrong,
} from '#server/business/import/import-rule.ts';
import { writeCosts } from '#server/products/write-costs.ts';
import { writeOffers } from './dropship-item.ts';
import { type KnownOffer, type KnownVariation, readOffered } from './offered-rows.ts';
import { sellsToItself } from './own-goods.ts';

type Known = {
  variations: ReadonlyMap<string, KnownVariation>;
  warehouses: ReadonlyMap<string, number>;
  offers: ReadonlyMap<number, readonly KnownOffer[]>;
  ownGoods: boolean;
};
type Priced = {
  row: CheckedRow;
  offers: { id: number; price: number }[];
  cost?: { id: number; cost: number };
};

/** Imports prices of existing offers and costs of existing products; nothing is created. */
export const priceImport: ImportRule<'prices'> = {
  touches: ['dropshipItems', 'dropshipping', 'products', 'productsVariations'],
  fills: [],
  async prepare(tx, actor, rows): Promise<Prepared> {
    const { variations, warehouses, offers: all } = await readOffered(tx, actor, rows);
    const offers = Map.groupBy(all, (offer) => offer.variation_id);
    const ownGoods = sellsToItself(actor);
    const priced = rows.map((row) => priceRow(row, { variations, warehouses, offers, ownGoods }));
    return {
      rows: priced.map(({ row }) => row),
      async write() {
        await writeOffers(
          tx,
          priced.flatMap((found) => found.offers),
        );
        await writeCosts(
          tx,
          actor,
          priced.flatMap((found) => found.cost ?? []),
        );
      },
    };
  },
};

function priceRow({ line, values }: ReadRow<'prices'>, known: Known): Priced {
  const refuse = (errors: CheckedRow['errors']): Priced => ({ row: wrong(line, errors), offers: [] });
  const variation = known.variations.get(asCode(values.sku));
  const { price, cost, warehouse: place } = values;
  if (!variation) return refuse({ sku: 'sku_unknown' });
  if (price === undefined && cost === undefined) return refuse({ price: 'nothing_given' });
  const warehouseId = place === undefined ? null : known.warehouses.get(foldText(place));
  if (warehouseId === undefined) return refuse({ warehouse: 'warehouse_unknown' });
  const offers = (known.offers.get(variation.id) ?? []).filter(
    (offer) => warehouseId === null || offer.warehouse_id === warehouseId,
  );
  if (price !== undefined && offers.length === 0) return refuse({ price: 'offer_unknown' });
  const ownCost = cost ?? variation.cost_centavos ?? price;
  if (price !== undefined && known.ownGoods && price !== ownCost) return refuse({ price: 'own_cost' });
  const learned = known.ownGoods ? ownCost : cost;
  const other = offers.filter((offer) => price !== undefined && offer.price_centavos !== price);
  // With several prices there is no single former one.
  const before = new Set(offers.map((offer) => offer.price_centavos));
  const was = { price: before.size === 1 ? ([...before][0] ?? null) : null, cost: variation.cost_centavos };
  return {
    row: {
      ...compared(line, was, values),
      ...(price !== undefined && { seen: offers.map(({ id, price_centavos: price }) => [id, price]) }),
    },
    offers: other.map(({ id }) => ({ id, price: price ?? 0 })),
    ...(learned !== undefined &&
      learned !== variation.cost_centavos && { cost: { id: variation.id, cost: learned } }),
  };
}
