import type { Publication, publications } from '#contract/advertisements/publication.ts';
import type { LinkBody } from '#contract/advertisements/publication-link.ts';
import { asCode } from '#contract/codes.ts';
import { findAdvertisement } from '#server/advertisements/advertisement.queries.ts';
import { type StoredComponent, startTrade, storedComponents } from '#server/advertisements/advertisement.ts';
import {
  type Component,
  type Composition,
  findOffers,
  resolvePublished,
} from '#server/advertisements/composition.ts';
import { type Priced, settlePrices } from '#server/advertisements/pricing.ts';
import { findOpenByRemoteItem } from '#server/advertisements/publication/publication.queries.ts';
import { insertVariation } from '#server/advertisements/publication/publication-create.ts';
import { enqueuePush } from '#server/advertisements/publication/publication-queue.ts';
import { readPublication } from '#server/advertisements/publication/publication-view.ts';
import { saleTermColumns } from '#server/advertisements/publication/sale-terms.ts';
import { promotionColumns } from '#server/advertisements/sync/promotion-facts.ts';
import { applyListing } from '#server/advertisements/sync/remote-state.ts';
import { requirePublicationRoom } from '#server/billing/plan-room.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, type FieldCodes, fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import { type AccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { failWithMarketplace } from '#server/marketplaces/marketplace-fault.ts';
import type { Listing } from '#server/outside/marketplaces/listing.ts';
import { advertisementOf } from './advertisement-of.ts';
import {
  type LinkedListing,
  type LinkedVariation,
  linkedVariations,
  openLink,
  refuseLinked,
} from './link-preview.ts';

/** The result of a link: the variations with their parts and costs, and the new price. */
type LinkPlan = {
  listing: Listing;
  variations: { remote: LinkedVariation; composition: Composition; priced: Priced }[];
};

/** Reads the marketplace and our stock; nothing is changed. */
export async function prepareLink(call: AccountContext, body: LinkBody): Promise<LinkPlan> {
  const { linked, onePrice } = await openLink(call, body.account, body.link);
  if (!linked) return fail('link_not_recognised');
  const { listing } = linked;
  const chosen = await call.transact(async (tx) => {
    await refuseLinked(tx, body.account, listing);
    return chooseCompositions(tx, body, linked);
  });
  if (chosen.length === 0) fail('no_dropshipping');
  const place = {
    account: body.account,
    category: listing.categoryId,
    type: listing.type,
    listing: listing.id,
    freeShipping: listing.freeShipping,
  };
  const inBody = (faults: FieldCodes): FieldCodes => ({ variations: faults });
  const requests = chosen.map(({ remote, composition, asked }) => ({
    cost: composition.cost,
    package: remote.package ?? listing.package,
    ...(asked?.marginBasisPoints !== undefined && asked.price === undefined
      ? { marginBasisPoints: asked.marginBasisPoints }
      : // A price that the marketplace does not tell is asked of the person.
        { price: asked?.price ?? remote.price ?? undefined }),
  }));
  const prices = await settlePrices(call, place, requests, inBody);
  const other = prices.findIndex(({ price }) => price !== prices[0]?.price);
  if (onePrice && other > 0)
    throw new Fault('invalid', { fields: inBody({ [other]: { price: 'prices_differ' } }) });
  const variations = chosen.flatMap(({ remote, composition }, index) => {
    const priced = prices[index];
    return priced ? [{ remote, composition, priced }] : [];
  });
  return { listing, variations };
}

type LinkCall = AccountContext & Pick<RemoteCall<typeof publications.link>, 'actor' | 'body' | 'conclude'>;

/**
 * Puts a published ad under an advertisement: its stock is updated from now on. Its content is stored, so that later
 * changes are compared with it; variations without a composition stay unchanged.
 */
export async function linkPublication(call: LinkCall): Promise<Publication> {
  const { body, actor } = call;
  const { listing, variations } = await prepareLink(call, body);
  const description = await withAccount(call, body.account, (session) =>
    session.marketplace.listings.readDescription(session, listing.id),
  ).catch(failWithMarketplace);
  return call.conclude(async (tx) => {
    await refuseLinked(tx, body.account, listing);
    const compositions = variations.map(({ composition }) => composition);
    const [first] = compositions;
    if (!first) return fail('no_dropshipping');
    await requirePublicationRoom(tx, actor.businessId);
    const advertisementId =
      body.advertisement ??
      (await advertisementOf(tx, actor, compositions, { name: listing.name, description }));
    const origin = { businessId: actor.businessId, accountId: body.account, advertisementId };
    const id = await insertLinked(tx, origin, listing, description, first);
    for (const { remote, composition, priced } of variations) {
      const variationId = await insertVariation(
        tx,
        actor.businessId,
        id,
        contentOf(remote),
        composition,
        priced,
      );
      await storeRemote(tx, variationId, listing.id, remote);
      await startTrade(tx, actor.businessId, composition);
    }
    await applyListing(tx, id, listing);
    enqueuePush(tx, actor.businessId, id);
    await tx.publish('listing.linked', {
      businessId: actor.businessId,
      accountId: body.account,
      remoteItemId: listing.id,
    });
    tx.changed(actor.businessId, 'publicationsLink');
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
  const inserted = await tx.db
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
      ...saleTermColumns(listing),
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
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return inserted.id;
  // Somebody else linked it meanwhile.
  const [other] = await findOpenByRemoteItem(tx, accountId, listing.id);
  return fail('already_linked', { ...(other && { facts: { publication: other.id } }) });
}

const contentOf = ({ name, sku, gtin, attributes, package: own }: LinkedVariation) => ({
  ...{ name, sku, gtin, attributes, package: own },
  active: true,
});

/** The marketplace's state of a variation counts as acknowledged. */
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
      synced_quantity: remote.quantity,
      synced_price_centavos: remote.price,
      ...promotionColumns(remote.promotion),
      synced_at: tx.now(),
    })
    .where('id', '=', variationId)
    .execute();
}

type Asked = LinkBody['variations'][number];
type Chosen = { remote: LinkedVariation; composition: Composition; asked: Asked | undefined };

async function chooseCompositions(tx: Tx, body: LinkBody, linked: LinkedListing): Promise<Chosen[]> {
  const advertisement =
    body.advertisement === undefined
      ? null
      : ((await findAdvertisement(tx, body.advertisement)) ?? fail('not_found'));
  const asVariations = advertisement?.as_variations ?? false;
  const requests =
    body.variations.length > 0
      ? namedVariations(body, linked)
      : componentsOf(advertisement ? await storedComponents(tx, advertisement.id) : [], linked, asVariations);
  const offers = await findOffers(
    tx,
    requests.flatMap((request) => request.components.map((component) => component.offer)),
  );
  const chosen = requests.map(({ remote, components, asked }, index) => ({
    ...{ remote, asked },
    composition: resolvePublished(offers, components, `variations.${index}.components`),
  }));
  if (new Set(chosen.map(({ composition }) => composition.warehouseId)).size > 1) fail('mixed_warehouses');
  return chosen;
}

type Request = { remote: LinkedVariation; components: Component[]; asked?: Asked };

/** Each variation that the body names, whichever one the link leads to. */
function namedVariations({ variations }: LinkBody, linked: LinkedListing): Request[] {
  const remotes = linkedVariations({ ...linked, variationId: null });
  const idOf = (remote: LinkedVariation) => remote.id ?? linked.listing.id;
  const faults: FieldCodes = {};
  for (const [index, { remoteVariation }] of variations.entries()) {
    if (!remotes.some((remote) => idOf(remote) === remoteVariation))
      faults[index] = { remoteVariation: 'not_found' };
    else if (variations.findIndex((other) => other.remoteVariation === remoteVariation) !== index)
      faults[index] = { remoteVariation: 'duplicate' };
  }
  if (Object.keys(faults).length > 0) throw new Fault('invalid', { fields: { variations: faults } });
  return variations.flatMap((asked) => {
    const remote = remotes.find((one) => idOf(one) === asked.remoteVariation);
    return remote ? [{ remote, components: asked.components, asked }] : [];
  });
}

/** The advertisement's own composition; of several variations the one with its SKU. */
function componentsOf(
  stored: readonly StoredComponent[],
  linked: LinkedListing,
  asVariations: boolean,
): Request[] {
  return linkedVariations(linked).flatMap((remote) => {
    const own = asVariations
      ? stored.filter(({ sku }) => sku !== '' && asCode(sku) === asCode(remote.sku))
      : [...stored];
    return asVariations && own.length === 0 ? [] : [{ remote, components: own }];
  });
}
