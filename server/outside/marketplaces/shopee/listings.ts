import { z } from 'zod';
import { understand } from '../../http.ts';
import type { DesiredState, Listing, ListingContent, ResolvedLink, VariationContent } from '../listing.ts';
import type { Listings } from '../marketplace.ts';
import type { SellerSession } from '../seller-session.ts';
import { readShop } from './authorization.ts';
import { pushContent } from './content.ts';
import { type Item, readBases, readItem, requireItem } from './item.ts';
import { hasTiers, itemBody } from './item-bodies.ts';
import { descriptionOf, goneItem, itemSkuOf, markOf, skuOf, viewItem } from './item-view.ts';
import { parseLink } from './links.ts';
import { ShopeeError } from './shopee-error.ts';
import { pushPrice, pushStock } from './stock-and-price.ts';
import { addModel, findModel, initTiers } from './tiers.ts';
import { maybe, numberOf, pathOf, remoteId, responseOf, shopPath } from './values.ts';
import { readLocations, withWarehouses } from './warehouses.ts';

const made = z.object({ item_id: remoteId });

/** With variations it is two calls: the item is off sale until it has its models. */
async function create(
  session: SellerSession,
  content: ListingContent,
  variations: readonly VariationContent[],
): Promise<Item> {
  const body = await itemBody(session, content, variations);
  const answer = await withWarehouses(session, (places) =>
    session.call(shopPath(session, 'product/add_item'), { method: 'POST', json: body(places) }),
  );
  const { item_id: id } = responseOf(made, answer, 'item');
  if (hasTiers(variations)) {
    try {
      await initTiers(session, id, variations);
    } catch (error) {
      // An item without its models must not be shown.
      if (error instanceof ShopeeError && !error.retryable) await remove(session, id);
      throw error;
    }
    await show(session, id, true);
  }
  return requireItem(session, id);
}

async function remove(session: SellerSession, id: string): Promise<void> {
  await session.call(shopPath(session, 'product/delete_item'), {
    method: 'POST',
    json: { item_id: numberOf(id) },
  });
}

const shown = z.object({
  response: z.object({
    failure_list: z
      .array(z.object({ failed_reason: z.string().catch('') }))
      .nullish()
      .catch([]),
  }),
});

async function show(session: SellerSession, id: string, isShown: boolean): Promise<void> {
  const answer = await session.call(shopPath(session, 'product/unlist_item'), {
    method: 'POST',
    json: { item_list: [{ item_id: numberOf(id), unlist: !isShown }] },
  });
  const [failed] = shown.safeParse(answer.json).data?.response.failure_list ?? [];
  if (failed) throw new ShopeeError(400, 'item_status', failed.failed_reason, answer.json);
}

async function pushState(session: SellerSession, listing: Listing, state: DesiredState): Promise<void> {
  const found = await readItem(session, listing.id);
  if (!found || /DELETE/.test(found.item_status)) return;
  if (state === 'closed') await remove(session, listing.id);
  else if ((state === 'paused') !== (found.item_status === 'UNLIST'))
    await show(session, listing.id, state === 'active');
}

/** One more model of an item; an earlier try may have added it and lost the answer. */
async function grow(session: SellerSession, id: string, variation: VariationContent) {
  const before = await requireItem(session, id);
  const known = findModel(before, variation);
  if (!known) await addModel(session, before, variation);
  const item = known ? before : await requireItem(session, id);
  const found = known ?? findModel(item, variation);
  if (!found) throw new ShopeeError(400, 'model', 'the model that was added is not there', {});
  return { item, variationId: found.model_id, isNew: known === undefined };
}

const uploaded = z.object({
  response: z.object({
    image_info: maybe(z.object({ image_id: z.string().min(1) })),
    image_info_list: z
      .array(
        z.object({
          error: z.string().catch(''),
          message: z.string().catch(''),
          image_info: maybe(z.object({ image_id: z.string().min(1) })),
        }),
      )
      .nullish()
      .catch([]),
  }),
});

/** Of the partner, not of the shop: it is the shop's when an item names it. */
async function uploadPicture(
  session: SellerSession,
  file: { name: string; bytes: Buffer; contentType: string },
): Promise<string> {
  const answer = await session.call(pathOf('media_space/upload_image'), { method: 'POST', file });
  const { image_info, image_info_list } = understand(uploaded, answer.json, 'picture').response;
  const [first] = image_info_list ?? [];
  const id = image_info?.image_id ?? first?.image_info?.image_id;
  if (id) return id;
  throw new ShopeeError(400, 'image', first?.message || first?.error || 'no image', answer.json);
}

const searched = z.object({
  item_id_list: z.array(remoteId).catch([]),
  next_offset: maybe(z.union([z.string(), z.number()]).transform(String)),
});
const pageSize = 100;

/** By the whole SKU it may have; the mark in it decides. */
async function findByMark(
  session: SellerSession,
  { mark, skus }: { mark: string; skus: readonly string[] },
): Promise<Item | null> {
  for (const itemSku of new Set([mark, ...skus.map((sku) => itemSkuOf(sku, mark))])) {
    for (let offset: string | null = ''; offset !== null; ) {
      const query: Record<string, string | number> = {
        ...{ item_sku: itemSku, page_size: pageSize },
        ...(offset && { offset }),
      };
      const answer = await session.call(shopPath(session, 'product/search_item', query));
      const page: z.output<typeof searched> = responseOf(searched, answer, 'items found');
      const found = await firstMarked(session, page.item_id_list, mark);
      if (found) return found;
      const isOver = page.item_id_list.length < pageSize || !page.next_offset;
      offset = isOver || page.next_offset === offset ? null : (page.next_offset ?? null);
    }
  }
  return null;
}

/** An item that never got its models is not continued: it stays off sale, and another one is created. */
async function firstMarked(
  session: SellerSession,
  ids: readonly string[],
  mark: string,
): Promise<Item | null> {
  for (const base of await readBases(session, ids)) {
    if (markOf(base.item_sku) !== mark || /DELETE/.test(base.item_status)) continue;
    const isUnfinished = !base.has_model && skuOf(base.item_sku) === '' && base.item_status === 'UNLIST';
    if (!isUnfinished) return requireItem(session, base.item_id);
  }
  return null;
}

const listed = z.object({
  item: z
    .array(z.object({ item_id: remoteId }))
    .nullish()
    .catch([]),
  has_next_page: z.boolean().catch(false),
  next_offset: maybe(z.number()),
});

async function list(session: SellerSession): Promise<string[]> {
  const ids: string[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const path = shopPath(session, 'product/get_item_list', {
      ...{ offset, page_size: pageSize, item_status: ['NORMAL', 'UNLIST', 'REVIEWING', 'BANNED'] },
    });
    const page: z.output<typeof listed> = responseOf(listed, await session.call(path), 'items');
    ids.push(...(page.item ?? []).map(({ item_id }) => item_id));
    const next: number = page.next_offset ?? offset + pageSize;
    offset = page.has_next_page && next > offset ? next : null;
  }
  return ids;
}

async function resolveLink(session: SellerSession, text: string, host: string): Promise<ResolvedLink | null> {
  const link = parseLink(text, host);
  if (!link || (link.shopId !== null && link.shopId !== session.remoteUserId)) return null;
  const found = await readItem(session, link.itemId);
  return found ? { kind: 'listing', id: found.item_id, variationId: null } : null;
}

/** `shopHost`: the host of item pages, in addition to the marketplace's own host. */
export function createListings(shopHost: string): Listings {
  return {
    async read(session, id) {
      const found = await readItem(session, id);
      return found ? viewItem(session, found) : goneItem(session, id);
    },
    readDescription: async (session, id) => descriptionOf(await requireItem(session, id)),
    readTags: async (session) => (await readShop(session)).tags,
    create: async (session, content, variations) =>
      viewItem(session, await create(session, content, variations)),
    async grow(session, listing, _content, variation) {
      const { item, ...rest } = await grow(session, listing.id, variation);
      return { listing: viewItem(session, item), ...rest };
    },
    relist: async () => null,
    uploadPicture,
    readLocations,
    pushStock,
    pushState,
    pushPrice,
    pushContent,
    async findByMark(session, keys) {
      const found = await findByMark(session, keys);
      return found && viewItem(session, found);
    },
    findSuccessors: async () => [],
    list,
    resolveLink: (session, text) => resolveLink(session, text, shopHost),
  };
}
