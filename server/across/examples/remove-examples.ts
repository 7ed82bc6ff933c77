import { sql } from 'kysely';
import { type ExampleKind, exampleKinds } from '#contract/business/examples.ts';
import { removeAdvertisement } from '#server/advertisements/advertisement.ts';
import { lockExamples, readExamples, unmarkExamples } from '#server/business/examples.ts';
import { removeSavedView } from '#server/business/saved-view.ts';
import { removeTag } from '#server/business/tags/tags.ts';
import type { Tx } from '#server/db/transaction.ts';
import { removeOffer } from '#server/dropshipping/offer/dropship-item.ts';
import type { Actor } from '#server/http/session.ts';
import { removeUnusedStock } from '#server/inventory/unused-stock.ts';
import { removeWarehouse } from '#server/inventory/warehouse/warehouse.ts';
import { removeTemplate } from '#server/marketplaces/questions/answer-template.ts';
import { removeImage } from '#server/products/images/image.ts';
import { removeProduct } from '#server/products/product.ts';
import { productTags } from '#server/products/product-tag.ts';

/** How a kind is removed by its own rule. */
const removers: Record<ExampleKind, (tx: Tx, actor: Actor, id: number) => Promise<unknown>> = {
  view: removeSavedView,
  template: removeTemplate,
  advertisement: (tx, _, id) => removeAdvertisement(tx, id),
  offer: removeOffer,
  product: async (tx, actor, id) => {
    await removeUnusedStock(tx, id);
    await removeProduct(tx, actor, id);
  },
  image: removeImage,
  tag: (tx, actor, id) => removeTag(tx, actor, productTags, id),
  warehouse: removeWarehouse,
};

/** What holds a record `id` of each kind, as conditions: its own rule would refuse, or something of a person would go. */
const holders: Record<ExampleKind, readonly string[]> = {
  view: [],
  template: [],
  advertisement: [
    'select from publications where advertisement_id = e.id',
    'select from order_lines where advertisement_id = e.id',
  ],
  offer: [
    'select where offer_in_use(e.id)',
    'select from order_parts where dropship_item_id = e.id',
    'select from dropship_items d join ledger_entries l on l.stock_id = d.stock_id where d.id = e.id',
  ],
  product: [
    'select from dropship_items where product_id = e.id',
    'select from volume_lines join product_variations v on v.id = variation_id where v.product_id = e.id',
    'select from supply_request_lines join product_variations v on v.id = variation_id where v.product_id = e.id',
    'select from supplier_items join product_variations v on v.id = variation_id where v.product_id = e.id',
    'select from paid_prices join product_variations v on v.id = variation_id where v.product_id = e.id',
    'select from ledger_entries l join stock s on s.id = l.stock_id join product_variations v on v.id = s.variation_id where v.product_id = e.id',
  ],
  image: [
    'select from product_images where image_id = e.id',
    'select from advertisement_images where image_id = e.id',
    'select from publication_images where image_id = e.id',
    'select from chat_images where image_id = e.id',
  ],
  tag: ['select from product_tag_links where tag_id = e.id'],
  warehouse: [
    'select from stock where warehouse_id = e.id',
    'select from inventory_locations where warehouse_id = e.id',
    'select from volumes where e.id in (warehouse_id, transfer_from_id)',
    'select from supply_requests where warehouse_id = e.id',
    'select from stations where warehouse_id = e.id',
  ],
};

async function isHeld(tx: Tx, kind: ExampleKind, id: number): Promise<boolean> {
  const exists = holders[kind].map((held) => sql`exists (${sql.raw(held)})`);
  if (exists.length === 0) return false;
  const { rows } = await sql<{ held: boolean }>`select ${sql.join(exists, sql` or `)} as held
    from (select ${id}::bigint as id) e`.execute(tx.db);
  return rows[0]?.held ?? false;
}

/** Removes all examples that nothing uses; the others are ordinary records from now on. */
export async function removeExamples(tx: Tx, actor: Actor) {
  await lockExamples(tx);
  const kept = [];
  for (const { kind, id, name } of await readExamples(tx)) {
    if (await isHeld(tx, kind, id)) kept.push({ kind, id, name });
    else await removers[kind](tx, actor, id);
  }
  await unmarkExamples(tx, exampleKinds);
  return { kept };
}
