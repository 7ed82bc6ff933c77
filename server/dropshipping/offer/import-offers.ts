import { foldText } from '#contract/business/import/cell.ts';
import type { ImportColumnKey } from '#contract/business/import/kinds.ts';
import { asCode } from '#contract/codes.ts';
import type { OfferChange } from '#contract/dropshipping/dropship-item.ts';
import { entriesOf } from '#contract/entries.ts';
import {
  type CheckedRow,
  compared,
  created,
  type ImportRule,
  type Prepared,
  type ReadRow,
  wrong,
} from '#server/business/import/import-rule.ts';
import { writeCosts } from '#server/products/write-costs.ts';
import { writeOffers } from './dropship-item.ts';
import { insertOffers, type PlacedOffer } from './insert-offers.ts';
import { offerColumns } from './offer-columns.ts';
import { type KnownOffer, readOffered } from './offered-rows.ts';
import { offerPrice } from './own-goods.ts';

type Row = ReadRow<'offers'>;
type Column = Exclude<ImportColumnKey<'offers'>, 'sku' | 'warehouse'>;

/** The field of an offer that each import column sets. */
const fields = {
  price: 'price',
  cap: 'quantityCap',
  active: 'active',
  linkedOnly: 'linkedOnly',
} as const satisfies Record<Column, keyof typeof offerColumns>;

const changeOf = ({ values }: Row): OfferChange =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([key, field]) => (values[key] === undefined ? [] : [[field, values[key]]])),
  );

const shownOf = (offer: KnownOffer) =>
  Object.fromEntries(entriesOf(fields).map(([key, field]) => [key, offer[offerColumns[field]]]));

/** Imports offers, one per SKU and warehouse: new ones, or changes of price, cap or visibility. */
export const offerImport: ImportRule<'offers'> = {
  touches: ['dropshipItems', 'dropshipping'],
  fills: ['stock', 'dropship_items'],
  async prepare(tx, actor, rows): Promise<Prepared> {
    const { variations, warehouses, offers } = await readOffered(tx, actor, rows);
    const known = new Map(offers.map((offer) => [`${offer.variation_id} ${offer.warehouse_id}`, offer]));
    const checked: CheckedRow[] = [];
    const added: PlacedOffer[] = [];
    const costs: { id: number; cost: number }[] = [];
    const changed: Parameters<typeof writeOffers>[1][number][] = [];
    for (const row of rows) {
      const { line, values } = row;
      const variation = variations.get(asCode(values.sku));
      const warehouseId = warehouses.get(foldText(values.warehouse));
      if (!variation || warehouseId === undefined) {
        const errors = { ...(!variation && { sku: 'sku_unknown' as const }) };
        checked.push(
          wrong(line, {
            ...errors,
            ...(warehouseId === undefined && { warehouse: 'warehouse_unknown' as const }),
          }),
        );
        continue;
      }
      if (variation.example) {
        checked.push(wrong(line, { sku: 'example_record' }));
        continue;
      }
      const offer = known.get(`${variation.id} ${warehouseId}`);
      const { price: asked, quantityCap, ...rest } = changeOf(row);
      const { price, fault, learned } = offerPrice(actor, variation.cost_centavos, asked);
      const refused = {
        ...(fault && (!offer || fault === 'own_cost') && { price: fault }),
        ...(!offer && quantityCap === undefined && { cap: 'required' as const }),
      };
      if (Object.keys(refused).length > 0) {
        checked.push(wrong(line, refused));
        continue;
      }
      if (learned) costs.push({ id: variation.id, cost: price });
      if (offer) {
        const fate = compared(line, shownOf(offer), values);
        checked.push(fate);
        if (fate.fate === 'changed') changed.push({ id: offer.id, ...changeOf(row) });
      } else if (price !== undefined && quantityCap !== undefined) {
        checked.push(created(line));
        const place = { variationId: variation.id, productId: variation.product_id, warehouseId };
        added.push({ ...place, price, quantityCap, ...rest });
      }
    }
    return {
      rows: checked,
      async write() {
        await writeCosts(tx, actor, costs);
        await insertOffers(tx, actor, added);
        await writeOffers(tx, changed);
      },
    };
  },
};
