import { z } from 'zod';
import { namedRow, readRows } from '../answers.ts';
import { isMarketplaceError } from '../marketplace-error.ts';
import { orUntold } from '../promotion.ts';
import { OtherResource } from '../sale.ts';
import type { SellerSession } from '../seller-session.ts';
import { attributeList } from './attributes.ts';
import { brandOfItem } from './brands.ts';
import { soldAs } from './sale-terms.ts';
import { ShopeeError } from './shopee-error.ts';
import { amount, maybe, measure, moment, remoteId, responseOf, shopPath } from './values.ts';

/**
 * An item that is listed in several countries has a row for each currency; a row without one belongs to its own shop.
 */
const prices = z
  .array(
    z.object({
      currency: maybe(z.string()),
      original_price: maybe(amount),
      current_price: maybe(amount),
    }),
  )
  .nullish()
  .catch([])
  .transform((rows) => (rows ?? []).find(({ currency }) => !currency || currency === 'BRL') ?? null);
const stock = maybe(
  z.object({
    summary_info: maybe(z.object({ total_available_stock: maybe(z.number()) })),
    shopee_stock: z
      .array(z.object({ stock: maybe(z.number()) }))
      .nullish()
      .catch(null),
    seller_stock: z
      .array(
        z.object({
          location_id: maybe(z.string()),
          stock: maybe(z.number()),
          if_saleable: maybe(z.boolean()),
        }),
      )
      .nullish()
      .catch([]),
  }),
);

/** Kilograms, as a number or a text, and centimetres. */
const parcel = {
  weight: measure,
  dimension: maybe(z.object({ package_length: measure, package_width: measure, package_height: measure })),
};

/** `max_count` says nothing more: a tier ends where the next one begins. Absent if one of them cannot be read. */
const wholesales = z
  .array(z.object({ min_count: z.int().positive(), unit_price: amount }))
  .optional()
  .catch(undefined);

const baseRow = z.object({
  item_id: remoteId,
  category_id: remoteId.catch(''),
  item_name: z.string().catch(''),
  description: z.string().catch(''),
  description_info: maybe(
    z.object({
      extended_description: z.object({
        field_list: z.array(z.object({ text: z.string().nullish().catch('') })),
      }),
    }),
  ),
  item_sku: z.string().catch(''),
  gtin_code: maybe(z.string()),
  attribute_list: attributeList,
  price_info: prices,
  wholesales,
  stock_info_v2: stock,
  image: maybe(z.object({ image_id_list: z.array(z.string()).catch([]) })),
  ...parcel,
  item_status: z.string(),
  // Some answers write it as a text.
  deboost: z.union([z.boolean(), z.string().transform((text) => text.toLowerCase() === 'true')]).catch(false),
  has_model: z.boolean().catch(false),
  is_fulfillment_by_shopee: maybe(z.boolean()),
  brand: brandOfItem,
  ...soldAs,
});
const base = z.object({
  item_list: z
    .array(z.unknown())
    .nullish()
    .transform((rows) => rows ?? []),
});

const models = z.object({
  tier_variation: z
    .array(
      z.object({
        name: z.string(),
        option_list: z.array(
          z.object({
            option: z.string(),
            image: maybe(z.object({ image_id: z.string() })),
          }),
        ),
      }),
    )
    .catch([]),
  model: z.array(
    z.object({
      model_id: remoteId,
      tier_index: z.array(z.number()),
      model_sku: z.string().catch(''),
      gtin_code: maybe(z.string()),
      price_info: prices,
      stock_info_v2: stock,
      ...parcel,
      is_fulfillment_by_shopee: maybe(z.boolean()),
    }),
  ),
});

/** Represents the item itself if it has no models. */
export const noModel = '0';

const promoted = z.object({
  success_list: z
    .array(
      z.object({
        item_id: remoteId,
        promotion: z
          .array(
            z.object({
              promotion_type: z.string().catch(''),
              promotion_id: remoteId.catch(''),
              model_id: remoteId.catch(noModel),
              start_time: maybe(moment),
              end_time: maybe(moment),
              promotion_staging: z.string().catch(''),
              promotion_price_info: z.array(z.object({ promotion_price: maybe(amount) })).catch([]),
            }),
          )
          .catch([]),
      }),
    )
    .nullish()
    .transform((rows) => rows ?? []),
});
export type RunningPromotion = z.output<typeof promoted>['success_list'][number]['promotion'][number];

type Base = z.output<typeof baseRow>;
export type Models = z.output<typeof models>;
export type Model = Models['model'][number];
/** `promotions`: those that run now. */
export type Item = Base & Models & { promotions: RunningPromotion[]; violations: Violation[] };

/** An id that cannot be one is not sent. */
const isItemId = (id: string): boolean => /^\d{1,19}$/.test(id);
const mostAtOnce = 50;

/** Null if it does not exist or belongs to another shop; an answer about another item is rejected. */
export async function readItem(session: SellerSession, id: string): Promise<Item | null> {
  if (!isItemId(id)) return null;
  const [found] = await readBases(session, [id]);
  if (!found) return null;
  if (found.item_id !== id) throw new OtherResource(`listing ${id}`, 'other_resource', found.item_id);
  const item = found.has_model
    ? {
        ...found,
        ...responseOf(
          models,
          await session.call(shopPath(session, 'product/get_model_list', { item_id: id })),
          'models',
        ),
      }
    : { ...found, tier_variation: [], model: [] };
  const isReduced = [item, ...item.model].some(({ price_info: reported }) => {
    const { original_price: regular, current_price: paid } = reported ?? {};
    return typeof paid === 'number' && paid !== regular;
  });
  return {
    ...item,
    promotions: isReduced ? await readPromotions(session, id) : [],
    violations: item.item_status === 'BANNED' || item.deboost ? await readViolations(session, id) : [],
  };
}

const detail = z.object({
  violation_type: z.string().catch(''),
  violation_reason: z.string().catch(''),
  suggestion: z.string().catch(''),
  // Empty without a deadline.
  fix_deadline_time: maybe(moment).catch(null),
});
const details = z
  .array(detail)
  .nullish()
  .catch([])
  .transform((rows) => rows ?? []);
const violated = z.object({
  item_list: z
    .array(z.object({ item_id: remoteId, item_status_details: details, deboost_details: details }))
    .nullish()
    .transform((rows) => rows ?? []),
});
/** `demotes`: the item is on sale and shown lower in the search. */
export type Violation = z.output<typeof detail> & { demotes: boolean };

/** What the marketplace found against an item; none if the shop may not read it. */
async function readViolations(session: SellerSession, id: string): Promise<Violation[]> {
  const path = shopPath(session, 'product/get_item_violation_info', { item_id_list: id });
  const found = await orUntold(async () => responseOf(violated, await session.call(path), 'violations'));
  return (found?.item_list ?? [])
    .filter(({ item_id: itemId }) => itemId === id)
    .flatMap(({ item_status_details: banned, deboost_details: demoted }) => [
      ...banned.map((one) => ({ ...one, demotes: false })),
      ...demoted.map((one) => ({ ...one, demotes: true })),
    ]);
}

/** Current campaigns and discounts of an item; none if the shop may not read them. */
async function readPromotions(session: SellerSession, id: string): Promise<RunningPromotion[]> {
  const path = shopPath(session, 'product/get_item_promotion', { item_id_list: id });
  const found = await orUntold(async () => responseOf(promoted, await session.call(path), 'promotions'));
  return (found?.success_list ?? [])
    .filter(({ item_id: itemId }) => itemId === id)
    .flatMap(({ promotion }) => promotion)
    .filter(({ promotion_staging: staging }) => staging === 'ongoing');
}

/** The same if it must exist. */
export async function requireItem(session: SellerSession, id: string): Promise<Item> {
  const found = await readItem(session, id);
  if (!found) throw new ShopeeError(404, 'error_item_not_found', `item ${id.slice(0, 20)}`, {});
  return found;
}

/** Without their models. */
export async function readBases(session: SellerSession, ids: readonly string[]): Promise<Base[]> {
  const found: Base[] = [];
  for (let at = 0; at < ids.length; at += mostAtOnce) {
    const path = shopPath(session, 'product/get_item_base_info', {
      item_id_list: ids.slice(at, at + mostAtOnce).join(','),
    });
    try {
      const rows = responseOf(base, await session.call(path), 'items').item_list;
      found.push(...readRows(session, rows, (row) => baseRow.parse(row), namedRow('listing', 'item_id')));
    } catch (error) {
      if (!isMarketplaceError(error, 'not_found')) throw error;
    }
  }
  return found;
}
