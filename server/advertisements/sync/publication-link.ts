import type { Publication, publications } from '#contract/advertisements/publication.ts';
import { marginOf } from '#contract/money.ts';
import { findAdvertisement } from '#server/advertisements/advertisement.queries.ts';
import { startTrade, storedComponents } from '#server/advertisements/advertisement.ts';
import {
  type Component,
  type Composition,
  findOffers,
  resolveComposition,
} from '#server/advertisements/composition.ts';
import { insertVariation } from '#server/advertisements/publication/publication-create.ts';
import { enqueuePush } from '#server/advertisements/publication/publication-queue.ts';
import { readPublication } from '#server/advertisements/publication/publication-view.ts';
import { requirePublicationRoom } from '#server/billing/plan-room.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import { withAccount } from '#server/marketplaces/account-access.ts';
import { quoteFee } from '#server/marketplaces/marketplace-category.ts';
import { failWithMarketplace } from '#server/marketplaces/marketplace-fault.ts';
import type { Listing } from '#server/outside/marketplaces/listing.ts';
import {
  type LinkedListing,
  type LinkedVariation,
  linkedVariations,
  openLink,
  priceOf,
  refuseLinked,
} from './link-preview.ts';
import { applyListing } from './remote-state.ts';

/**
 * Puts a published ad under an advertisement: from now on its stock follows the shelf. What it says of itself is kept, so that
 * a later change is measured against it; variations that are not composed stay as they are.
 */
export async function linkPublication(call: RemoteCall<typeof publications.link>): Promise<Publication> {
  const { body, actor } = call;
  const { linked } = await openLink(call, body.account, body.link);
  if (!linked) return fail('link_not_recognised');
  const { listing } = linked;
  const [quote, description] = await Promise.all([
    quoteFee(call, body.account, {
      category: listing.categoryId,
      type: listing.type,
      price: Math.max(priceOf(listing), 1),
      package: listing.package,
      listing: listing.id,
    }),
    withAccount(call, body.account, (session) =>
      session.marketplace.listings.readDescription(session, listing.id),
    ).catch(failWithMarketplace),
  ]);
  return call.conclude(async (tx) => {
    await refuseLinked(tx, body.account, listing);
    const advertisement = (await findAdvertisement(tx, body.advertisement)) ?? fail('not_found');
    const chosen = await chooseCompositions(tx, body, linked, advertisement.as_variations);
    const [first] = chosen;
    if (!first) return fail('no_dropshipping');
    const origin = {
      businessId: actor.businessId,
      accountId: body.account,
      advertisementId: advertisement.id,
    };
    await requirePublicationRoom(tx, actor.businessId);
    const id = await insertLinked(tx, origin, listing, description, first.composition);
    for (const { remote, composition } of chosen) {
      const variationId = await insertVariation(tx, actor.businessId, id, contentOf(remote), composition, {
        price: remote.price,
        marginBasisPoints: marginOf(remote.price, composition.cost, quote),
        fee: quote.total,
        freight: quote.freight,
      });
      await storeRemote(tx, variationId, listing.id, remote);
      await startTrade(tx, actor.businessId, composition);
    }
    await applyListing(tx, id, listing);
    enqueuePush(tx, actor.businessId, id);
    return readPublication(tx, id, call.outside);
  });
}

type Origin = { businessId: number; accountId: number; advertisementId: number };

async function insertLinked(
  tx: Tx,
  { businessId, accountId, advertisementId }: Origin,
  listing: Listing,
  description: string,
  source: { warehouseId: number; supplierId: number },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('publications')
    .values({
      business_id: businessId,
      advertisement_id: advertisementId,
      account_id: accountId,
      name: listing.name,
      category_id: listing.categoryId,
      type: listing.type,
      description,
      ...listing.package,
      video: listing.video,
      attributes: JSON.stringify(listing.attributes),
      price_per_variation: listing.perVariation,
      warehouse_id: source.warehouseId,
      supplier_id: source.supplierId,
      remote_item_id: listing.id,
      link: listing.link,
      edit_link: listing.editLink,
      attempted_at: tx.now(),
      created_at: tx.now(),
      updated_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const contentOf = ({ name, sku, gtin, attributes }: LinkedVariation) => ({
  ...{ name, sku, gtin, attributes },
  active: true,
});

/** What the marketplace has of a variation is what it acknowledged. */
async function storeRemote(
  tx: Tx,
  variationId: number,
  listingId: string,
  remote: LinkedVariation,
): Promise<void> {
  await tx.db
    .updateTable('publication_variations')
    .set({
      remote_item_id: listingId,
      remote_variation_id: remote.id,
      pushed_quantity: remote.quantity,
      pushed_price_centavos: remote.price,
      pushed_at: tx.now(),
    })
    .where('id', '=', variationId)
    .execute();
}

async function chooseCompositions(
  tx: Tx,
  body: { advertisement: number; variations: { remoteVariation: string; components: Component[] }[] },
  linked: LinkedListing,
  asVariations: boolean,
): Promise<{ remote: LinkedVariation; composition: Composition }[]> {
  const fallback = await storedComponents(tx, body.advertisement);
  const remotes =
    body.variations.length > 0
      ? linkedVariations({ ...linked, variationId: null })
      : linkedVariations(linked);
  const unknown = body.variations.findIndex(
    (request) => !remotes.some((remote) => (remote.id ?? linked.listing.id) === request.remoteVariation),
  );
  if (unknown >= 0)
    throw new Fault('invalid', { fields: { variations: { [unknown]: { remoteVariation: 'not_found' } } } });
  const requests = remotes.flatMap((remote) => {
    const request = body.variations.find(
      (candidate) => candidate.remoteVariation === (remote.id ?? linked.listing.id),
    );
    if (body.variations.length > 0) return request ? [{ remote, components: request.components }] : [];
    // Of several variations it is the one with its SKU.
    const own = asVariations ? fallback.filter(({ sku }) => sku !== '' && sku === remote.sku) : fallback;
    return asVariations && own.length === 0 ? [] : [{ remote, components: own }];
  });
  const offers = await findOffers(
    tx,
    requests.flatMap((request) => request.components.map((component) => component.offer)),
  );
  const chosen = requests.map(({ remote, components }, index) => ({
    remote,
    composition: resolveComposition(offers, components, `variations.${index}.components`),
  }));
  if (new Set(chosen.map(({ composition }) => composition.warehouseId)).size > 1) fail('mixed_warehouses');
  return chosen;
}
