import {
  type ContentPart,
  type Listing,
  type ListingContent,
  packageOfAll,
  type VariationContent,
} from '../listing.ts';
import type { SellerSession } from '../seller-session.ts';
import { attributeBodies } from './attributes.ts';
import { brandBody } from './brands.ts';
import { brandId } from './causes.ts';
import { channelBodies } from './channels.ts';
import { type Item, requireItem } from './item.ts';
import { gtinBody, packageBody, packageOfItem, taxBody, wholesaleBody } from './item-bodies.ts';
import { descriptionOf, gtinOf, itemSkuOf, packageOfModel, sentDescription, skuOf } from './item-view.ts';
import { channelsWith, conditionBody, handlingBody, viewTerms } from './sale-terms.ts';
import { numberOf, shopPath } from './values.ts';

/** Updates one part of an item's content if it differs. Fields that are not sent stay as they are. */
export async function pushContent(
  session: SellerSession,
  listing: Listing,
  part: ContentPart,
  content: ListingContent,
  variations: readonly VariationContent[],
): Promise<void> {
  const item = await requireItem(session, listing.id);
  const update = async (json: Record<string, unknown>) => {
    const body = { item_id: numberOf(listing.id), ...json };
    await session.call(shopPath(session, 'product/update_item'), { method: 'POST', json: body });
  };
  switch (part) {
    case 'name':
      if (item.item_name !== content.name) await update({ item_name: content.name });
      return;
    case 'description': {
      const description = sentDescription(content);
      if (descriptionOf(item) !== description) await update({ description });
      return;
    }
    case 'pictures':
      if (content.pictureIds.length > 0 && item.image?.image_id_list.join() !== content.pictureIds.join())
        await update({ image: { image_id_list: content.pictureIds } });
      return;
    case 'package':
      return pushPackages(session, item, content, variations, update);
    case 'attributes':
      await update({
        attribute_list: await attributeBodies(session, item.category_id, content.attributes),
        ...(content.attributes.some(({ id }) => id === brandId) && {
          brand: await brandBody(session, item.category_id, content.attributes),
        }),
      });
      return;
    case 'condition':
      if (content.condition && viewTerms(item).condition !== content.condition)
        await update({ condition: conditionBody(content.condition) });
      return;
    case 'terms':
      if (viewTerms(item).handlingDays !== (content.handlingDays ?? null))
        await update(handlingBody(content.handlingDays ?? null));
      return;
    case 'freight':
      if (typeof content.freeShipping === 'boolean' && viewTerms(item).freeShipping !== content.freeShipping)
        await update({ logistic_info: channelsWith(item, content.freeShipping) });
      return;
    case 'wholesale':
      if (content.wholesale) await update(wholesaleBody(content.wholesale));
      return;
    case 'identity':
      return pushIdentity(session, item, content, variations, update);
    // The marketplace has one kind of listing, and accepts a video only as a file.
    case 'type':
    case 'video':
  }
}

/** Of the item, and of each model that differs from it. Another parcel size may have other shipping channels. */
async function pushPackages(
  session: SellerSession,
  item: Item,
  content: ListingContent,
  variations: readonly VariationContent[],
  update: (json: Record<string, unknown>) => Promise<void>,
): Promise<void> {
  const most = packageOfAll(content, variations);
  if (most)
    await update({
      ...packageOfItem(content, variations),
      logistic_info: await channelBodies(session, most, freightOf(item, content)),
    });
  if (item.model.length === 0) return;
  // A model without its own follows the item.
  const now = await requireItem(session, item.item_id);
  await updateModels(
    session,
    item.item_id,
    now.model.flatMap((model) => {
      const size = variations.find(({ id }) => id === model.model_id)?.package ?? content.package;
      const body = size && packageBody(size);
      const has = packageOfModel(model, now);
      const isSame = JSON.stringify(body) === JSON.stringify(has && packageBody(has));
      return body && !isSame
        ? [{ model_id: numberOf(model.model_id), model_sku: model.model_sku, ...body }]
        : [];
    }),
  );
}

const mostModels = 50;

async function updateModels(
  session: SellerSession,
  itemId: string,
  changed: readonly Record<string, unknown>[],
): Promise<void> {
  for (let at = 0; at < changed.length; at += mostModels)
    await session.call(shopPath(session, 'product/update_model'), {
      method: 'POST',
      json: { item_id: numberOf(itemId), model: changed.slice(at, at + mostModels) },
    });
}

/** The payer of the freight stays as it is if it is not set here. */
const freightOf = (item: Item, { freeShipping }: ListingContent) =>
  freeShipping ?? viewTerms(item).freeShipping;

/** Tax codes of the item; SKU and code: of the item if it has no models, otherwise of each model that differs. */
async function pushIdentity(
  session: SellerSession,
  item: Item,
  content: ListingContent,
  variations: readonly VariationContent[],
  update: (json: Record<string, unknown>) => Promise<void>,
): Promise<void> {
  const [only] = variations;
  if (content.taxCodes) await update(taxBody(content.taxCodes));
  if (item.model.length === 0) {
    if (!only) return;
    const isSame =
      skuOf(item.item_sku) === only.sku && gtinOf(item.gtin_code) === (only.kit ? '' : only.gtin);
    if (!isSame) await update({ item_sku: itemSkuOf(only.sku, content.mark), gtin_code: gtinBody(only) });
    return;
  }
  const changed = item.model.flatMap((model) => {
    const ours = variations.find(({ id }) => id === model.model_id);
    if (!ours) return [];
    const isSame = model.model_sku === ours.sku && gtinOf(model.gtin_code) === (ours.kit ? '' : ours.gtin);
    return isSame
      ? []
      : [{ model_id: numberOf(model.model_id), model_sku: ours.sku, gtin_code: gtinBody(ours) }];
  });
  await updateModels(session, item.item_id, changed);
}
