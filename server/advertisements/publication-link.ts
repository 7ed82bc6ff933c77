import type { Publication, publications } from '#contract/advertisements/publication.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { marginOf } from '#contract/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import {
  type AccountContext,
  type AccountSession,
  withAccount,
} from '#server/marketplaces/account-access.ts';
import { quoteFee } from '#server/marketplaces/marketplace-category.ts';
import { MercadoLivreError } from '#server/outside/marketplaces/mercado-livre/client.ts';
import {
  findByUserProduct,
  type RemoteItem,
  readItem,
} from '#server/outside/marketplaces/mercado-livre/items.ts';
import { parseLink } from '#server/outside/marketplaces/mercado-livre/links.ts';
import { findAdvertisement } from './advertisement.queries.ts';
import { startTrade, storedComponents } from './advertisement.ts';
import { type Component, findOffers, resolveComposition } from './composition.ts';
import { findByRemoteItem } from './publication.queries.ts';
import { insertVariation } from './publication-create.ts';
import { enqueuePush } from './publication-queue.ts';
import { readPublication } from './publication-view.ts';
import { applyRemoteItem, editLinkOf } from './remote-state.ts';

type Preview = ResponseOf<typeof publications.findLink>;

/** The item behind a link or code, when it is one of this account's seller. */
async function openLink(context: AccountContext, accountId: number, link: string): Promise<RemoteItem> {
  const parsed = parseLink(link);
  if (!parsed || parsed.kind === 'catalogue') return fail('link_not_recognised');
  return withAccount(context, accountId, async (session) => {
    const itemId = parsed.kind === 'item' ? parsed.itemId : await onlyItemOf(session, parsed.userProductId);
    if (!itemId.startsWith(session.siteId)) fail('link_not_recognised');
    const item = await readLinked(session, itemId);
    if (item.sellerId !== session.remoteUserId) fail('link_of_other_seller');
    if (item.status === 'closed') fail('publication_closed');
    return item;
  });
}

async function onlyItemOf(session: AccountSession, userProductId: string): Promise<string> {
  const found = await findByUserProduct(session, userProductId);
  const [only] = found;
  return found.length === 1 && only ? only : fail('link_not_recognised');
}

async function readLinked(session: AccountSession, itemId: string): Promise<RemoteItem> {
  try {
    return await readItem(session, itemId);
  } catch (error) {
    if (!(error instanceof MercadoLivreError)) throw error;
    if (error.status === 404) fail('link_not_recognised', { cause: error });
    if (error.status === 403) fail('link_of_other_seller', { cause: error });
    return fail(error.retryable ? 'marketplace_unavailable' : 'marketplace_refused', { cause: error });
  }
}

async function refuseLinked(tx: Tx, accountId: number, itemId: string): Promise<void> {
  const known = await findByRemoteItem(tx, accountId, itemId);
  if (known[0]) fail('already_linked', { facts: { publication: known[0].id } });
}

export async function findLink(call: RemoteCall<typeof publications.findLink>): Promise<Preview> {
  const item = await openLink(call, call.body.account, call.body.link);
  await call.transact((tx) => refuseLinked(tx, call.body.account, item.id));
  return {
    remoteItem: item.id,
    name: item.familyName ?? item.title,
    link: item.link,
    price: priceOf(item),
    status: item.status,
    variations: variationsOf(item).map(({ id, name, sku, gtin, price, quantity }) => ({
      remoteItem: item.id,
      remoteVariation: id,
      name,
      sku,
      gtin,
      price,
      quantity,
    })),
  };
}

const priceOf = (item: RemoteItem) => item.price ?? item.variations[0]?.price ?? 0;

type LinkedVariation = Omit<RemoteItem['variations'][number], 'id'> & { id: string | null };

/** An item without variations is its own only one. */
function variationsOf(item: RemoteItem): LinkedVariation[] {
  if (item.variations.length > 0) return item.variations;
  return [
    {
      id: null,
      name: item.title,
      sku: item.sku,
      gtin: item.gtin,
      price: priceOf(item),
      quantity: item.quantity,
      marker: item.marker,
      attributes: [],
    },
  ];
}

/** Puts a published ad under an advertisement: from now on its stock follows the shelf. Variations that are not composed stay as they are. */
export async function linkPublication(call: RemoteCall<typeof publications.link>): Promise<Publication> {
  const { body, actor } = call;
  const item = await openLink(call, body.account, body.link);
  const type = item.listingTypeId === 'gold_pro' ? 'premium' : 'classic';
  const quote = await quoteFee(call, body.account, {
    category: item.categoryId,
    type,
    price: Math.max(priceOf(item), 1),
  });
  return call.conclude(async (tx) => {
    await refuseLinked(tx, body.account, item.id);
    const advertisement = (await findAdvertisement(tx, body.advertisement)) ?? fail('not_found');
    const chosen = await chooseCompositions(tx, body, item);
    const [first] = chosen;
    if (!first) return fail('no_dropshipping');
    const { id } = await tx.db
      .insertInto('publications')
      .values({
        business_id: actor.businessId,
        advertisement_id: advertisement.id,
        account_id: body.account,
        name: item.familyName ?? item.title,
        category_id: item.categoryId,
        type,
        model: item.familyName === null ? 'legacy' : 'user_product',
        warehouse_id: first.composition.warehouseId,
        supplier_id: first.composition.supplierId,
        remote_item_id: item.id,
        link: item.link,
        edit_link: editLinkOf(item.id),
        attempted_at: tx.now(),
        created_at: tx.now(),
        updated_at: tx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { remote, composition } of chosen) {
      const variationId = await insertVariation(
        tx,
        actor.businessId,
        id,
        {
          name: remote.name,
          sku: remote.sku,
          gtin: remote.gtin,
          attributes: remote.attributes,
          active: true,
        },
        composition,
        {
          price: remote.price,
          marginBasisPoints: marginOf(remote.price, composition.cost, quote),
          fee: quote.total,
        },
      );
      await tx.db
        .updateTable('publication_variations')
        .set({
          remote_item_id: item.id,
          remote_variation_id: remote.id,
          pushed_quantity: remote.quantity,
          pushed_price_centavos: remote.price,
          pushed_at: tx.now(),
        })
        .where('id', '=', variationId)
        .execute();
      await startTrade(tx, actor.businessId, composition);
    }
    await applyRemoteItem(tx, id, item);
    enqueuePush(tx, actor.businessId, id);
    return readPublication(tx, id);
  });
}

async function chooseCompositions(
  tx: Tx,
  body: { advertisement: number; variations: { remoteVariation: string; components: Component[] }[] },
  item: RemoteItem,
) {
  const fallback = await storedComponents(tx, body.advertisement);
  const remotes = variationsOf(item);
  const unknown = body.variations.findIndex(
    (wish) => !remotes.some((remote) => (remote.id ?? item.id) === wish.remoteVariation),
  );
  if (unknown >= 0)
    throw new Fault('invalid', { fields: { variations: { [unknown]: { remoteVariation: 'not_found' } } } });
  const wishes = remotes.flatMap((remote) => {
    const wish = body.variations.find((candidate) => candidate.remoteVariation === (remote.id ?? item.id));
    if (body.variations.length > 0) return wish ? [{ remote, components: wish.components }] : [];
    return [{ remote, components: fallback }];
  });
  const offers = await findOffers(
    tx,
    wishes.flatMap((wish) => wish.components.map((component) => component.offer)),
  );
  const chosen = wishes.map(({ remote, components }, index) => ({
    remote,
    composition: resolveComposition(offers, components, `variations.${index}.components`),
  }));
  if (new Set(chosen.map(({ composition }) => composition.warehouseId)).size > 1) fail('mixed_warehouses');
  return chosen;
}
