import { sql } from 'kysely';
import { packageOf, packagesSent } from '#contract/advertisements/package-size.ts';
import type {
  advertisementsPublications,
  NewPublication,
  Publication,
} from '#contract/advertisements/publication.ts';
import type { CategorySettings } from '#contract/marketplaces/marketplace-category.ts';
import { findAdvertisement, usableImages } from '#server/advertisements/advertisement.queries.ts';
import { startTrade } from '#server/advertisements/advertisement.ts';
import {
  type Composition,
  findOffers,
  resolvePublished,
  storedPart,
} from '#server/advertisements/composition.ts';
import { type Priced, settlePrices, storedMargin } from '#server/advertisements/pricing.ts';
import { decidedPackageSql } from '#server/advertisements/size/package-sql.ts';
import { settleFollowing } from '#server/advertisements/size/size.queries.ts';
import { requirePublicationRoom } from '#server/billing/plan-room.ts';
import { refuseExample } from '#server/business/examples.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, type FieldCodes, fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import type { Actor } from '#server/http/session.ts';
import type { AccountContext } from '#server/marketplaces/account-access.ts';
import { capabilitiesOf } from '#server/marketplaces/account-capabilities.ts';
import { findTokens } from '#server/marketplaces/account-tokens.queries.ts';
import { categorySettings } from '#server/marketplaces/marketplace-category.ts';
import type { Capabilities } from '#server/outside/marketplaces/capabilities.ts';
import type { Outside } from '#server/outside/outside.ts';
import { nameListed } from './listed-attributes.ts';
import { enqueuePublish } from './publication-queue.ts';
import {
  checkAgainstCategory,
  checkVariations,
  mayPackagesDiffer,
  mayPricesDiffer,
} from './publication-rules.ts';
import { readPublication } from './publication-view.ts';
import { checkSaleTerms, saleTermColumns } from './sale-terms.ts';

/** By a person, or by a job that publishes many. */
type CreateCall = AccountContext &
  Pick<RemoteCall<typeof advertisementsPublications.create>, 'params' | 'body' | 'actor' | 'conclude'>;
type Plan = { capabilities: Capabilities; compositions: Composition[] };

/** Variations come as a list: a fault is reported at the index of its variation. */
const inBody = (faults: FieldCodes): FieldCodes => ({ variations: faults });

/** Checks everything that can be known before the marketplace is called; a job publishes. */
export async function createPublication(call: CreateCall): Promise<Publication> {
  const { params, actor } = call;
  const plan = await call.transact((tx) => planPublication(tx, call.outside, params.id, call.body));
  const category = await categorySettings(call, call.body.account, call.body.category);
  const attributes = await nameListed(call, call.body.account, category, call.body.attributes);
  const body = { ...call.body, attributes };
  checkAgainstCategory(body, category);
  checkSaleTerms(body, plan.capabilities);
  const prices = await priceNew(call, body, plan);
  const priced = body.variations.map((variation, index) => ({
    ...variation,
    price: prices[index]?.price ?? 0,
  }));
  checkVariations(priced, mayPricesDiffer(plan.capabilities), category, inBody);
  return call.conclude(async (tx) => {
    // Offers and account may have changed during the calls to the marketplace.
    const current = await planPublication(tx, call.outside, params.id, body);
    const id = await insertPublication(tx, actor, params.id, body, current, prices, category);
    await settleFollowing(tx, id);
    enqueuePublish(tx, actor.businessId, id);
    return readPublication(tx, id, call.outside);
  });
}

/** Price and margin of each variation of a new publication, with the fee and freight of its price. */
export function priceNew(
  context: AccountContext,
  body: NewPublication,
  { capabilities, compositions }: Plan,
): Promise<Priced[]> {
  const packages = packagesSent(
    packageOf(body),
    body.variations.map((variation) => variation.package),
    mayPackagesDiffer(capabilities),
  );
  const requests = body.variations.map((variation, index) => ({
    ...variation,
    cost: compositions[index]?.cost ?? 0,
    package: packages[index] ?? null,
  }));
  return settlePrices(context, { ...body, listing: null }, requests, inBody);
}

/** What each variation of a new publication sells. */
export async function composeNew(tx: Tx, { variations }: NewPublication): Promise<Composition[]> {
  const offers = await findOffers(
    tx,
    variations.flatMap(({ components }) => components.map(({ offer }) => offer)),
  );
  return variations.map(({ components }, index) =>
    resolvePublished(offers, components, `variations.${index}.components`),
  );
}

async function planPublication(
  tx: Tx,
  outside: Outside,
  advertisementId: number,
  body: NewPublication,
): Promise<Plan> {
  const advertisement = (await findAdvertisement(tx, advertisementId)) ?? fail('not_found');
  if (advertisement.archived) fail('state_conflict');
  await refuseExample(tx, 'advertisement', [advertisementId]);
  const account = await findTokens(tx, body.account);
  if (!account) throw new Fault('invalid', { fields: { account: 'not_found' } });
  if (account.state !== 'connected') fail('account_disconnected');
  const usable = await usableImages(tx, body.images);
  const foreign = body.images.findIndex((image) => !usable.has(image));
  if (foreign >= 0) throw new Fault('invalid', { fields: { images: { [foreign]: 'not_found' } } });
  const compositions = await composeNew(tx, body);
  if (new Set(compositions.map((composition) => composition.warehouseId)).size > 1) fail('mixed_warehouses');
  return {
    capabilities: capabilitiesOf(outside, account),
    compositions,
  };
}

async function insertPublication(
  tx: Tx,
  actor: Actor,
  advertisementId: number,
  body: NewPublication,
  plan: Plan,
  prices: readonly Priced[],
  category: CategorySettings,
): Promise<number> {
  const [first] = plan.compositions;
  if (!first) return fail('no_dropshipping');
  await requirePublicationRoom(tx, actor.businessId);
  const { id } = await tx.db
    .insertInto('publications')
    .values({
      business_id: actor.businessId,
      advertisement_id: advertisementId,
      account_id: body.account,
      name: body.name,
      category_id: body.category,
      category_name: category.path.map((step) => step.name).join(' › ') || category.name,
      type: body.type,
      description: body.description,
      weight: body.weight,
      width: body.width,
      height: body.height,
      depth: body.depth,
      video: body.video,
      ...saleTermColumns(body),
      attributes: JSON.stringify(body.attributes),
      warehouse_id: first.warehouseId,
      supplier_id: first.supplierId,
      price_per_variation: plan.capabilities.variations === 'price_each',
      created_at: tx.now(),
      updated_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertImages(tx, actor.businessId, id, body.images);
  for (const [index, variation] of body.variations.entries()) {
    const composition = plan.compositions[index];
    const priced = prices[index];
    if (!composition || !priced) continue;
    await insertVariation(tx, actor.businessId, id, variation, composition, priced);
    await startTrade(tx, actor.businessId, composition);
  }
  return id;
}

export async function insertImages(
  tx: Tx,
  businessId: number,
  publicationId: number,
  images: readonly number[],
): Promise<void> {
  if (images.length === 0) return;
  await tx.db
    .insertInto('publication_images')
    .values(
      [...new Set(images)].map((image, position) => ({
        business_id: businessId,
        publication_id: publicationId,
        image_id: image,
        position,
      })),
    )
    .execute();
}

type StoredVariation = Pick<
  NewPublication['variations'][number],
  'name' | 'sku' | 'gtin' | 'attributes' | 'active' | 'package'
>;

export async function insertVariation(
  tx: Tx,
  businessId: number,
  publicationId: number,
  variation: StoredVariation,
  composition: Composition,
  priced: Priced,
): Promise<number> {
  const own = variation.package && JSON.stringify(variation.package);
  const { id } = await tx.db
    .insertInto('publication_variations')
    .values({
      business_id: businessId,
      publication_id: publicationId,
      name: variation.name,
      sku: variation.sku,
      gtin: variation.gtin,
      attributes: JSON.stringify(variation.attributes),
      margin_basis_points: storedMargin(priced),
      cost_centavos: composition.cost,
      price_centavos: priced.price,
      fee_centavos: priced.fee,
      freight_centavos: priced.freight,
      decided: sql`json_build_object('cost', ${composition.cost}::bigint, 'fee', ${priced.fee}::bigint,
        'freight', ${priced.freight}::bigint, 'margin', ${priced.marginBasisPoints}::integer,
        'taxBasisPoints', ${priced.taxBasisPoints}::integer, 'package', ${decidedPackageSql(sql`${own}::jsonb`, sql`${publicationId}`)})::jsonb`,
      active: variation.active,
      ...variation.package,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertComponents(tx, businessId, id, composition);
  return id;
}

export async function insertComponents(
  tx: Tx,
  businessId: number,
  variationId: number,
  composition: Composition,
): Promise<void> {
  await tx.db
    .insertInto('publication_components')
    .values(
      composition.parts.map((part) => ({
        ...storedPart(part),
        business_id: businessId,
        publication_variation_id: variationId,
        stock_id: part.offer.stock_id,
      })),
    )
    .execute();
}
