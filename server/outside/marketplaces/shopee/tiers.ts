import { toDecimal } from '#contract/money.ts';
import type { StockLocation, VariationContent } from '../listing.ts';
import type { SellerSession } from '../seller-session.ts';
import type { Item, Model } from './item.ts';
import { gtinBody, packageBody } from './item-bodies.ts';
import { ShopeeError } from './shopee-error.ts';
import { numberOf, shopPath } from './values.ts';
import { sellerStock, withWarehouses } from './warehouses.ts';

type Option = { option: string; image?: { image_id: string } };
type Tier = { name: string; option_list: Option[] };

const mostTiers = 2;

/** The variation attributes, in the order of the first one; every value once. */
function tiersOf(variations: readonly VariationContent[]): Tier[] {
  const names = (variations[0]?.attributes ?? []).map(({ name }) => name);
  if (names.length > mostTiers)
    throw new ShopeeError(400, 'tier_variation', `at most ${mostTiers} tiers of variation`, {});
  return names.map((name, n) => {
    const values = [...new Set(variations.map((one) => optionOf(one, name)))];
    const options = values.map((option) => ({
      option,
      ...(n === 0 && imageOf(variations, name, option)),
    }));
    // Either every option of the first tier has a picture, or none has.
    const isWhole = options.every((option) => 'image' in option);
    return { name, option_list: isWhole ? options : values.map((option) => ({ option })) };
  });
}

const optionOf = ({ attributes }: VariationContent, name: string) =>
  attributes.find((one) => one.name === name)?.valueName ?? '';

function imageOf(variations: readonly VariationContent[], name: string, option: string) {
  const own = variations.find((one) => optionOf(one, name) === option && one.pictureIds !== null);
  const [imageId] = own?.pictureIds ?? [];
  return imageId ? { image: { image_id: imageId } } : {};
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The index of a variation in the tiers; -1 for a value that does not exist yet. */
const indexOf = (tiers: readonly Tier[], variation: VariationContent): number[] =>
  tiers.map(({ name, option_list }) => {
    const wanted = variation.attributes.find((one) => isSame(one.name, name))?.valueName ?? '';
    return option_list.findIndex(({ option }) => isSame(option, wanted));
  });

const modelBody = (
  tiers: readonly Tier[],
  variation: VariationContent,
  places: readonly StockLocation[],
) => ({
  tier_index: indexOf(tiers, variation),
  original_price: toDecimal(variation.price),
  model_sku: variation.sku,
  seller_stock: sellerStock({ value: variation.quantity }, places),
  gtin_code: gtinBody(variation),
  // Without its own, the model has that of the item.
  ...(variation.package && packageBody(variation.package)),
});

/** The second call of an item with variations: their attributes and the models. */
export async function initTiers(
  session: SellerSession,
  itemId: string,
  variations: readonly VariationContent[],
): Promise<void> {
  const tiers = tiersOf(variations);
  await withWarehouses(session, (places) =>
    session.call(shopPath(session, 'product/init_tier_variation'), {
      method: 'POST',
      json: {
        item_id: numberOf(itemId),
        tier_variation: tiers,
        model: variations.map((variation) => modelBody(tiers, variation, places)),
      },
    }),
  );
}

/** The shop identifies models by their options, and so does the product. */
export function findModel(item: Item, wanted: VariationContent): Model | undefined {
  const at = indexOf(knownTiers(item), wanted);
  return item.model.find(({ tier_index }) => tier_index.join() === at.join());
}

const knownTiers = ({ tier_variation }: Item): Tier[] =>
  tier_variation.map(({ name, option_list }) => ({
    name,
    option_list: option_list.map(({ option, image }) => ({ option, ...(image && { image }) })),
  }));

/** Adds a model; a new value comes last in its tier, so that no other model moves. */
export async function addModel(
  session: SellerSession,
  item: Item,
  variation: VariationContent,
): Promise<void> {
  const tiers = knownTiers(item);
  if (tiers.length === 0) return initTiers(session, item.item_id, [variation]);
  const grown = tiers.map((tier, n) => {
    if (indexOf(tiers, variation)[n] !== -1) return tier;
    const option = variation.attributes.find((one) => isSame(one.name, tier.name))?.valueName ?? '';
    if (option === '') throw new ShopeeError(400, 'tier_variation', `without a value of ${tier.name}`, {});
    // Either every option has a picture, or none has: a new one without any has the first one's.
    const image = tier.option_list[0]?.image;
    return { ...tier, option_list: [...tier.option_list, { option, ...(image && { image }) }] };
  });
  if (indexOf(tiers, variation).includes(-1))
    await session.call(shopPath(session, 'product/update_tier_variation'), {
      method: 'POST',
      json: {
        item_id: numberOf(item.item_id),
        tier_variation: grown,
        // Models that are left out are deleted.
        model_list: item.model.map(({ model_id, tier_index }) => ({
          tier_index,
          model_id: numberOf(model_id),
        })),
      },
    });
  await withWarehouses(session, (places) =>
    session.call(shopPath(session, 'product/add_model'), {
      method: 'POST',
      json: { item_id: numberOf(item.item_id), model_list: [modelBody(grown, variation, places)] },
    }),
  );
}
