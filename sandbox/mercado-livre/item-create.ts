import { later } from '../clock.ts';
import type { World } from '../world.ts';
import { joinUserProduct } from './families.ts';
import { totalQuantity } from './item-rules.ts';
import { settleStatus } from './item-stock.ts';
import type { Item } from './market.ts';
import { nextId } from './market.ts';
import { notify } from './notices.ts';
import { adoptPictures, pausedForPictures } from './pictures.ts';
import type { Draft } from './publishing.ts';

const TWENTY_YEARS_MS = 20 * 365 * 24 * 3_600_000;

const titleOf = (draft: Draft): string => {
  if (draft.title !== null) return draft.title.trim();
  const varying = draft.attributes
    .filter((entry) =>
      draft.category.attributes.some(
        (definition) => definition.id === entry.id && definition.hierarchy === 'CHILD_PK',
      ),
    )
    .map((entry) => entry.value_name ?? '');
  return [draft.familyName ?? '', ...varying].join(' ').trim();
};

export const createItem = (world: World, draft: Draft): Item => {
  const { market, clock } = world;
  const { seller, category } = draft;
  const now = clock.now();
  const pictureIds = adoptPictures(world, seller.id, draft.pictures);
  const bySource = new Map(
    draft.pictures.map((picture, index) => [picture.source ?? picture.id, pictureIds[index] ?? '']),
  );
  const price = draft.variations[0]?.price ?? draft.price ?? 0;
  const item: Item = {
    id: `MLB${nextId(market, 'item')}`,
    seller_id: seller.id,
    category_id: category.id,
    domain_id: category.domain ?? '',
    title: titleOf(draft),
    family_name: draft.familyName,
    family_id: null,
    user_product_id: null,
    price,
    available_quantity: draft.quantity,
    initial_quantity: draft.quantity,
    sold_quantity: 0,
    buying_mode: 'buy_it_now',
    condition: draft.condition,
    listing_type_id: draft.listingTypeId,
    picture_ids: pictureIds,
    attributes: draft.attributes,
    variations: draft.variations.map((variation) => ({
      id: nextId(market, 'variation'),
      price,
      available_quantity: variation.quantity ?? 0,
      sold_quantity: 0,
      picture_ids: (variation.pictureIds ?? []).map((id) => bySource.get(id) ?? id),
      attribute_combinations: variation.combinations ?? [],
      attributes: variation.attributes ?? [],
      seller_custom_field: variation.customField,
    })),
    sale_terms: draft.saleTerms,
    shipping: draft.shipping,
    status: 'active',
    sub_status: [],
    tags: ['immediate_payment'],
    channels: ['marketplace'],
    video_id: draft.videoId,
    seller_custom_field: draft.customField,
    parent_item_id: null,
    relisted: false,
    price_automation: false,
    price_hidden: false,
    description: null,
    date_created: now.toISOString(),
    last_updated: now.toISOString(),
    stop_time: later(now, TWENTY_YEARS_MS).toISOString(),
  };
  item.initial_quantity = totalQuantity(item);
  if (draft.familyName !== null) joinUserProduct(world, item, draft.familyName, draft.stock);
  market.items[item.id] = item;
  pausedForPictures(world, item);
  settleStatus(item);
  notify(world, 'items', `/items/${item.id}`, seller.id);
  world.changed();
  return item;
};
