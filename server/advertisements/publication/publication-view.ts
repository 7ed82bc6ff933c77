import { z } from 'zod';
import { packageOf } from '#contract/advertisements/package-size.ts';
import { promotedMargin } from '#contract/advertisements/promotion.ts';
import {
  type AttributeValue,
  attributeValue,
  type ListedPublication,
  type Publication,
  type PublicationVariation,
} from '#contract/advertisements/publication.ts';
import { type SyncError, syncError } from '#contract/advertisements/sync-error.ts';
import { viewReasons } from '#server/advertisements/reasons/sale-reasons.ts';
import { storedPromotion, viewPromotion } from '#server/advertisements/sync/promotion-facts.ts';
import { viewBands } from '#server/advertisements/wholesale/wholesale-bands.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { floorOf, viewCapabilities } from '#server/marketplaces/account-capabilities.ts';
import type { Outside } from '#server/outside/outside.ts';
import {
  listShownVariations,
  type PublicationRow,
  readWholePublication,
  type ShownVariation,
} from './publication.queries.ts';
import { readSaleTerms } from './sale-terms.ts';

const attributeList = z.array(attributeValue).catch([]);

export function parseAttributes(json: unknown): AttributeValue[] {
  return attributeList.parse(json);
}

export function parseSyncError(json: unknown): SyncError | null {
  return syncError.nullable().catch(null).parse(json);
}

/** Publications for display: everything of a page is read at once. */
export async function viewPublications(
  tx: Tx,
  rows: readonly PublicationRow[],
  outside: Outside,
): Promise<ListedPublication[]> {
  const variations = await listShownVariations(
    tx,
    rows.map((row) => row.id),
  );
  return rows.map((row) =>
    viewListed(
      row,
      outside,
      variations.filter((variation) => variation.publication_id === row.id).map(viewVariation),
    ),
  );
}

export async function readPublication(tx: Tx, id: number, outside: Outside): Promise<Publication> {
  const { row, variations, images } = (await readWholePublication(tx, id)) ?? fail('not_found');
  const listed = viewListed(row, outside, variations.map(viewVariation));
  return {
    ...listed,
    description: row.description,
    followsSize: row.follows_size,
    video: row.video,
    ...readSaleTerms(row),
    attributes: parseAttributes(row.attributes),
    images,
    createdAt: row.created_at.toISOString(),
  };
}

function viewListed(
  row: PublicationRow,
  outside: Outside,
  variations: PublicationVariation[],
): ListedPublication {
  const behind = variations.some(
    (variation) =>
      variation.remoteItem !== null &&
      ((variation.quantity !== variation.pushedQuantity && !variation.fulfilledByMarketplace) ||
        (variation.price !== variation.pushedPrice && !variation.priceWaits)),
  );
  const syncError = parseSyncError(row.sync_error);
  // Refused or abandoned changes stay until a person acts.
  const stopped = syncError?.kind === 'refused' || syncError?.kind === 'parked';
  const open = row.state !== 'closed' && row.state !== 'failed' && !stopped;
  return {
    id: row.id,
    name: row.name,
    advertisement: { id: row.advertisement_id, name: row.advertisement_name },
    account: {
      ...{ id: row.account_id, name: row.account_name },
      capabilities: viewCapabilities(outside, {
        marketplace: row.account_marketplace,
        tags: row.account_tags,
      }),
    },
    category: { id: row.category_id, name: row.category_name },
    type: row.type,
    pricePerVariation: row.price_per_variation,
    state: row.state,
    desiredState: row.desired_state,
    remoteStatus: row.remote_status,
    reasons: viewReasons(row.reasons),
    floor: floorOf(row.floor_basis_points, row.floor_action),
    accountFloor: floorOf(row.account_floor_basis_points, row.account_floor_action),
    wholesale: viewBands(row.wholesale, variations),
    ...{ weight: row.weight, width: row.width, height: row.height, depth: row.depth },
    syncing: open && (row.state === 'publishing' || row.pending_fields.length > 0 || behind),
    syncError,
    syncedAt: row.synced_at?.toISOString() ?? null,
    remoteItem: row.remote_item_id,
    link: row.link,
    editLink: row.edit_link,
    variations,
    version: row.version,
  };
}

/** By the price that buyers pay. Its fee and freight are read after it began. */
function marginInPromotion(row: ShownVariation, price: number): PublicationVariation['promotionMargin'] {
  const { promotion_fee_centavos: fee, promotion_freight_centavos: freight } = row;
  const { promotion_marketplace_centavos: marketplacePays, cost_centavos: cost, tax: taxBasisPoints } = row;
  const marginBasisPoints = promotedMargin({ price, cost, fee, freight, marketplacePays, taxBasisPoints });
  return { marginBasisPoints, fee, freight, marketplacePays };
}

function viewVariation(row: ShownVariation): PublicationVariation {
  const { components } = row;
  const cap = row.quantity_cap ?? Number.POSITIVE_INFINITY;
  const promotion = storedPromotion(row);
  const sellable = components.length > 0 ? Math.min(cap, ...components.map(({ available }) => available)) : 0;
  return {
    id: row.id,
    name: row.name,
    sku: row.sku,
    gtin: row.gtin,
    attributes: parseAttributes(row.attributes),
    components,
    package: packageOf(row),
    marginBasisPoints: row.margin,
    cost: row.cost_centavos,
    price: row.price_centavos,
    promotion: viewPromotion(promotion),
    promotionMargin: promotion && marginInPromotion(row, promotion.price),
    priceWaits:
      promotion !== null &&
      row.remote_item_id !== null &&
      row.price_centavos !== row.synced_price_centavos &&
      !row.price_leaves_promotion,
    fee: row.fee_centavos,
    freight: row.freight_centavos,
    taxBasisPoints: row.tax,
    active: row.active,
    quantity: row.active && row.guard !== 'held' ? sellable : 0,
    guard: row.guard,
    reserved: row.reserved,
    quantityCap: row.quantity_cap,
    pushedQuantity: row.synced_quantity,
    pushedPrice: row.synced_price_centavos,
    pushedAt: row.synced_at?.toISOString() ?? null,
    remoteItem: row.remote_item_id,
    remoteStatus: row.remote_status,
    fulfilledByMarketplace: row.fulfilled_by_marketplace,
    fulfillmentStock: row.fulfillment && {
      ...row.fulfillment,
      readAt: new Date(row.fulfillment.readAt).toISOString(),
    },
    link: row.link,
  };
}
