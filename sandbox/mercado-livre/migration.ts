import type { World } from '../world.ts';
import { joinUserProduct } from './families.ts';
import { itemChanged } from './item-stock.ts';
import type { Item, Variation } from './market.ts';
import { nextId } from './market.ts';

const successorOf = (world: World, item: Item, variation: Variation): Item => {
  const now = world.clock.now().toISOString();
  const names = variation.attribute_combinations.map((entry) => entry.value_name ?? '');
  const attributes = [...item.attributes, ...variation.attribute_combinations, ...variation.attributes];
  const successor: Item = {
    ...structuredClone(item),
    id: `MLB${nextId(world.market, 'item')}`,
    title: [item.title, ...names].join(' '),
    family_name: item.title,
    attributes,
    variations: [],
    price: variation.price,
    available_quantity: variation.available_quantity,
    initial_quantity: variation.available_quantity,
    sold_quantity: variation.sold_quantity,
    picture_ids: variation.picture_ids.length > 0 ? variation.picture_ids : item.picture_ids,
    status: 'active',
    sub_status: [],
    tags: [...item.tags, 'variations_migration_uptin', 'user_product_listing'],
    // Nothing on the new item names the old one; the seller's internal field is not carried over.
    parent_item_id: null,
    seller_custom_field: null,
    date_created: now,
  };
  joinUserProduct(world, successor, item.title, null);
  world.market.items[successor.id] = successor;
  itemChanged(world, successor);
  return successor;
};

/**
 * "UPtin": the marketplace splits a legacy item into one item per variation; the old one closes, and its sales keep the
 * old code. Null without variations.
 */
export const migrateItem = (world: World, item: Item): Item[] | null => {
  if (item.family_name !== null || item.variations.length === 0 || item.status === 'closed') return null;
  const successors = item.variations.map((variation) => successorOf(world, item, variation));
  item.status = 'closed';
  item.sub_status = [];
  item.tags = [...item.tags, 'variations_migration_source'];
  itemChanged(world, item);
  return successors;
};
