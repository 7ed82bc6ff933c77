import { z } from 'zod';
import { changeSet } from '../change-set.ts';
import { endpoint, entity } from '../endpoint.ts';
import { accountReference } from '../marketplaces/account-capabilities.ts';
import {
  centavos,
  count,
  gtin,
  id,
  idParams,
  instant,
  listQuery,
  oneLine,
  opaque,
  page,
  price,
  reference,
  text,
  version,
} from '../primitives.ts';
import { part } from './advertisement.ts';
import { composition, margin } from './composition.ts';
import { longestDescription } from './content-limits.ts';
import { fulfillmentUnits } from './fulfillment-stock.ts';
import { floorBody, guardStates, marginFloor } from './margin-change.ts';
import { packageBody, packageFields, packageSize } from './package-size.ts';
import { promotion } from './promotion.ts';
import { linkBody, linkFindBody, linkFound } from './publication-link.ts';
import { publicationStates } from './publication-states.ts';
import { publicationTypes } from './publication-type.ts';
import { saleReason } from './sale-reason.ts';
import { noSaleTerms, saleTermFields } from './sale-terms.ts';
import { syncError } from './sync-error.ts';
import { wholesaleBand, wholesaleBody } from './wholesale.ts';

/** Pictures of the most generous marketplace; each has its own limit. */
const mostPicturesOfAll = 250;

/** Value of a marketplace attribute: by its id, by text, or both. `id` is absent for a name of our own. */
export const attributeValue = z
  .strictObject({
    id: opaque(80).nullable(),
    name: text(120),
    valueId: opaque(80).nullable(),
    valueName: text(255),
  })
  .meta({ id: 'AttributeValue' });
export type AttributeValue = z.output<typeof attributeValue>;

export const publicationVariation = z
  .object({
    id,
    name: z.string(),
    sku: z.string(),
    gtin: z.string(),
    attributes: z.array(attributeValue),
    components: z.array(part),
    /** Its own parcel; null: that of the publication. */
    package: packageSize.nullable(),
    marginBasisPoints: z.number(),
    cost: centavos,
    /** The regular price. */
    price: centavos,
    /** The promotional price, while a promotion runs. */
    promotion: promotion.nullable(),
    /** The margin of the promotional price, with its own fee and freight; null without a promotion. */
    promotionMargin: z
      .object({
        marginBasisPoints: z.number(),
        fee: centavos.nullable(),
        freight: centavos.nullable(),
        /** The part of the discount that the marketplace pays, which the margin contains; null: unknown. */
        marketplacePays: centavos.nullable(),
      })
      .nullable(),
    /** The price is not sent while the promotion runs; a person may send it, which ends the promotion for the ad. */
    priceWaits: z.boolean(),
    /** The marketplace's fee for the regular price; null if unknown, and then the margin is the highest possible. */
    fee: centavos.nullable(),
    /** The seller's freight of one unit; null if unknown. */
    freight: centavos.nullable(),
    /** The share of the price that the seller pays as tax on a sale today, which the margins count; 0 without a rate. */
    taxBasisPoints: count,
    active: z.boolean(),
    /** Below its margin floor: the seller is warned, or it is held at quantity 0. */
    guard: z.enum(guardStates).nullable(),
    /** The quantity that can be sold now, and the one that the marketplace last acknowledged. */
    quantity: count,
    /** Units reserved by its open sales. */
    reserved: count,
    /** Maximum quantity to show; null: all of the stock. */
    quantityCap: count.nullable(),
    pushedQuantity: count.nullable(),
    pushedPrice: centavos.nullable(),
    pushedAt: instant.nullable(),
    remoteItem: z.string().nullable(),
    remoteStatus: z.string(),
    /** Stored in the marketplace's own warehouse, which alone changes its quantity: our stock is not sent. */
    fulfilledByMarketplace: z.boolean(),
    /** Units in that warehouse; null: none, or never read. */
    fulfillmentStock: fulfillmentUnits.nullable(),
    link: z.string(),
  })
  .meta({ id: 'PublicationVariation' });
export type PublicationVariation = z.output<typeof publicationVariation>;

const listed = z
  .object({
    id,
    name: z.string(),
    advertisement: reference,
    account: accountReference,
    category: z.object({ id: z.string(), name: z.string() }),
    type: z.enum(publicationTypes),
    /** Each variation is a separate ad there, and may have its own price. */
    pricePerVariation: z.boolean(),
    state: z.enum(publicationStates),
    /** The state that the seller requested; the marketplace decides when it applies. */
    desiredState: z.enum(['active', 'paused', 'closed']),
    remoteStatus: z.string(),
    /** Why it does not sell, or is shown to fewer buyers; the most pressing first. */
    reasons: z.array(saleReason),
    /** The margin floor and its act; null: that of the account. */
    floor: marginFloor.nullable(),
    accountFloor: marginFloor.nullable(),
    /** Lower prices of larger purchases, by rising quantity; empty: none. */
    wholesale: z.array(wholesaleBand),
    /** The parcel of variations without their own. */
    weight: z.number().nullable(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    depth: z.number().nullable(),
    /** Something is on its way to the marketplace. */
    syncing: z.boolean(),
    syncError: syncError.nullable(),
    syncedAt: instant.nullable(),
    remoteItem: z.string().nullable(),
    link: z.string(),
    editLink: z.string(),
    variations: z.array(publicationVariation),
    version,
  })
  .meta({ id: 'PublicationRow' });
export type ListedPublication = z.output<typeof listed>;

const whole = listed
  .extend({
    description: z.string(),
    /** The parcel size follows the product or kit, and is updated when that is measured again. */
    followsSize: z.boolean(),
    video: z.string(),
    ...saleTermFields,
    attributes: z.array(attributeValue),
    images: z.array(z.object({ id, name: z.string() })),
    createdAt: instant,
  })
  .meta({ id: 'Publication' });
type Whole = typeof whole;
/** A named type, because otherwise many endpoints would repeat it in their types. */
export interface PublicationSchema extends Whole {}
export const publication: PublicationSchema = whole;
export type Publication = z.output<typeof publication>;

/** Without defaults, because fields that are absent in a change stay as they are. */
const variationFields = {
  name: oneLine(120),
  sku: oneLine(60),
  gtin,
  attributes: z.array(attributeValue).max(20, 'too_big'),
  /** Margin or price; the other one is computed with the marketplace's fee and freight. The price has priority. */
  price: price.optional(),
  marginBasisPoints: margin.optional(),
  active: z.boolean(),
  /** Its own parcel; null: that of the publication. */
  package: packageBody.nullable(),
};

const newVariation = z.strictObject({
  ...variationFields,
  gtin: variationFields.gtin.default(''),
  attributes: variationFields.attributes.default([]),
  active: variationFields.active.default(true),
  package: variationFields.package.default(null),
  tempId: opaque(40).optional(),
  components: composition,
});
export type NewVariation = z.output<typeof newVariation>;

const publicationFields = {
  name: oneLine(120, 1),
  category: opaque(80).min(1, 'required'),
  type: z.enum(publicationTypes),
  description: text(longestDescription),
  ...packageFields,
  video: text(60),
  ...saleTermFields,
  attributes: z.array(attributeValue).max(200, 'too_big'),
  images: z.array(id).min(1, 'required').max(mostPicturesOfAll, 'too_big'),
};

const newPublication = z
  .strictObject({
    ...publicationFields,
    account: id,
    description: publicationFields.description.default(''),
    video: publicationFields.video.default(''),
    condition: saleTermFields.condition.default(noSaleTerms.condition),
    warranty: saleTermFields.warranty.default(noSaleTerms.warranty),
    handlingDays: saleTermFields.handlingDays.default(noSaleTerms.handlingDays),
    freeShipping: saleTermFields.freeShipping.default(noSaleTerms.freeShipping),
    attributes: publicationFields.attributes.default([]),
    variations: z.array(newVariation).min(1, 'required').max(250, 'too_big'),
  })
  .meta({ id: 'PublicationCreate' });
export type NewPublication = z.output<typeof newPublication>;

const changedVariation = z.strictObject({ ...variationFields, components: composition }).partial();

const changedPublication = z
  .strictObject(publicationFields)
  .partial()
  /** The category only while the marketplace has not created it. */
  .extend({ variations: changeSet(newVariation, changedVariation).optional() });

export const advertisementsPublications = entity('advertisementsPublications', {
  list: endpoint({
    method: 'GET',
    path: '/advertisements/:id/publications',
    permission: 'publications.read',
    summary: 'Publications of an advertisement, with their sync state by account',
    params: idParams,
    query: listQuery,
    response: page(listed),
  }),
  create: endpoint({
    method: 'POST',
    path: '/advertisements/:id/publications',
    permission: 'publications.create',
    summary: 'Publish an advertisement on an account; a job sends it to the marketplace',
    params: idParams,
    body: newPublication,
    response: publication,
    errors: [
      'no_dropshipping',
      'mixed_warehouses',
      'offer_not_available',
      'example_record',
      'account_disconnected',
      'plan_full',
      'marketplace_unavailable',
      'marketplace_refused',
      'state_conflict',
    ],
    touches: ['publications', 'advertisements'],
  }),
});

const act = (verb: string, summary: string) =>
  ({
    method: 'POST',
    permission: 'publications.update',
    summary,
    params: idParams,
    response: publication,
    errors: ['state_conflict', 'account_disconnected', 'publication_closed'],
    touches: ['advertisements', 'advertisementsPublications'],
    path: `/publications/:id/${verb}`,
  }) as const;

/** Of changes whose result depends on the marketplace. */
const changeRefusals = [
  'stale_version',
  'state_conflict',
  'account_disconnected',
  'publication_closed',
  'marketplace_refused',
  'marketplace_unavailable',
] as const;

export const publications = entity('publications', {
  list: endpoint({
    method: 'GET',
    path: '/publications',
    permission: 'publications.read',
    summary: 'Publications of every account',
    query: listQuery,
    response: page(listed),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/publications/:id',
    permission: 'publications.read',
    summary: 'One publication with its variations and the marketplace’s answers',
    params: idParams,
    response: publication,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/publications/:id',
    permission: 'publications.update',
    summary: 'Change a publication; a job sends the changes',
    params: idParams,
    body: changedPublication,
    response: publication,
    errors: [
      ...changeRefusals,
      'no_dropshipping',
      'mixed_warehouses',
      'offer_not_available',
      'example_record',
    ],
    touches: ['advertisements', 'advertisementsPublications'],
  }),
  updateFloor: endpoint({
    method: 'PATCH',
    path: '/publications/:id/floor',
    permission: 'publications.update',
    summary:
      'Set the margin floor of a publication, and the action when cost, fee or freight push the margin below it',
    params: idParams,
    body: floorBody,
    response: publication,
    touches: ['advertisements', 'advertisementsPublications', 'marginChanges'],
  }),
  updateWholesale: endpoint({
    method: 'PATCH',
    path: '/publications/:id/wholesale',
    permission: 'publications.update',
    summary:
      'Set the wholesale prices of a publication: rising quantities with falling prices; a job sends them',
    params: idParams,
    body: wholesaleBody,
    response: publication,
    errors: changeRefusals,
    touches: ['advertisements', 'advertisementsPublications'],
  }),
  pause: endpoint(act('pause', 'Pause a publication at the marketplace')),
  activate: endpoint(act('activate', 'Put a paused publication on sale again')),
  close: endpoint({
    ...act('close', 'Close a publication at its marketplace'),
    permission: 'publications.delete',
  }),
  sendPrice: endpoint(
    act('price', 'Send a price that waits for the end of a promotion now: the ad leaves the promotion'),
  ),
  retry: endpoint(act('retry', 'Send refused or given-up changes again')),
  republish: endpoint({
    ...act('republish', 'Relist a closed publication as a new one; sales of the old one stay with it'),
    permission: 'publications.create',
    errors: [
      'state_conflict',
      'account_disconnected',
      'no_dropshipping',
      'plan_full',
      'mixed_warehouses',
      'offer_not_available',
    ],
  }),
  sync: endpoint(
    act('marketplace-integration', 'Read a publication again from the marketplace and push the differences'),
  ),
  findLink: endpoint({
    method: 'POST',
    path: '/publications/link/preview',
    permission: 'publications.create',
    summary: 'Find a published ad by its link or code',
    body: linkFindBody,
    response: linkFound,
    errors: [
      'link_not_recognised',
      'link_of_other_seller',
      'already_linked',
      'listing_is_kit',
      'account_disconnected',
      'marketplace_unavailable',
      'marketplace_refused',
      'publication_closed',
    ],
  }),
  link: endpoint({
    method: 'POST',
    path: '/publications/link',
    permission: 'publications.create',
    summary:
      'Link an ad that is already published to an advertisement; its quantity follows the stock level from then on',
    body: linkBody,
    response: publication,
    errors: [
      'link_not_recognised',
      'link_of_other_seller',
      'already_linked',
      'listing_is_kit',
      'no_dropshipping',
      'mixed_warehouses',
      'offer_not_available',
      'example_record',
      'plan_full',
      'account_disconnected',
      'marketplace_unavailable',
      'marketplace_refused',
      'publication_closed',
    ],
    touches: ['advertisements', 'advertisementsPublications', 'publicationsLink'],
  }),
});
