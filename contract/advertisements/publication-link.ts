import { z } from 'zod';
import { startedRun } from '../business/bulk-run.ts';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { marketplaceId } from '../marketplaces/marketplace.ts';
import { accountStates } from '../marketplaces/marketplace-account-states.ts';
import {
  centavos,
  count,
  id,
  instant,
  listQuery,
  opaque,
  page,
  price,
  reference,
  text,
} from '../primitives.ts';
import { composition, margin } from './composition.ts';
import { packageSize } from './package-size.ts';
import { promotion } from './promotion.ts';
import { publicationTypes } from './publication-type.ts';

const listingStates = ['active', 'paused', 'under_review', 'closed'] as const;
/** How an ad was matched to one of our offers, the most reliable first. */
const matchReasons = ['gtin', 'sku', 'title'] as const;
export type MatchReason = (typeof matchReasons)[number];

export const remoteListingFilter = {
  account: { kind: 'id' },
  name: { kind: 'text' },
  code: { kind: 'text' },
  match: { kind: 'choice', values: ['gtin', 'sku'] },
  state: { kind: 'choice', values: listingStates },
  price: { kind: 'money' },
  quantity: { kind: 'number' },
} as const satisfies FilterFields;
export const remoteListingSorts = ['name', 'price', 'quantity'] as const;

const suggestedPart = z.object({
  offer: reference,
  sku: z.string(),
  supplier: reference.nullable(),
  warehouseId: id,
  quantity: count,
  price: centavos,
  available: count,
});

/** Candidates for the composition of an ad's variation. */
const suggestion = z
  .object({
    by: z.enum(matchReasons),
    /** A kit of ours with that SKU. */
    kit: reference.nullable(),
    parts: z.array(suggestedPart),
    cost: centavos,
    /** The quantity that would be sent to the marketplace. */
    quantity: count,
  })
  .meta({ id: 'LinkSuggestion' });
export type LinkSuggestion = z.output<typeof suggestion>;

const suggestedVariation = z.object({
  /** Its id at the marketplace; the id of the ad if the ad has only one variation. */
  remoteVariation: z.string(),
  name: z.string(),
  sku: z.string(),
  gtin: z.string(),
  /** The regular price; null if the marketplace does not report it. */
  price: centavos.nullable(),
  /** The promotional price, while a promotion runs. */
  promotion: promotion.nullable(),
  quantity: count,
  /** The surest first. */
  suggestions: z.array(suggestion),
});

const remoteListing = z
  .object({
    id,
    account: reference,
    remoteItem: z.string(),
    name: z.string(),
    state: z.enum(listingStates),
    link: z.string(),
    price: centavos.nullable(),
    quantity: count,
    /** Stored in the marketplace's own warehouse: our stock is not sent. */
    fulfilledByMarketplace: z.boolean(),
    readAt: instant,
    variations: z.array(suggestedVariation),
  })
  .meta({ id: 'RemoteListing' });
export type RemoteListing = z.output<typeof remoteListing>;

const accountListings = z
  .object({
    id,
    name: z.string(),
    marketplace: marketplaceId,
    /** How the code of an ad looks there. */
    adExample: z.string(),
    state: z.enum(accountStates),
    /** Ads of the account without a publication here. */
    unlinked: count,
    /** Kits that the marketplace puts together from other ads; only their parts are linked. */
    kits: count,
    found: count,
    read: count,
    reading: z.boolean(),
    /** The last reading was given up: the marketplace did not answer. */
    failed: z.boolean(),
    /** When all of them had last been read; null: never yet. */
    readAt: instant.nullable(),
  })
  .meta({ id: 'AccountListings' });
export type AccountListings = z.output<typeof accountListings>;

const link = text(600, 1);

/** One of several ads of the same product. */
const linkChoice = z.object({
  remoteItem: z.string(),
  name: z.string(),
  link: z.string(),
  price: centavos.nullable(),
  status: z.string(),
});

const linkedVariation = suggestedVariation
  .extend({
    remoteVariation: z.string().nullable(),
    remoteItem: z.string(),
    /** Its own parcel; null: that of the ad. */
    package: packageSize.nullable(),
  })
  .meta({ id: 'LinkedVariation' });
export type LinkedVariation = z.output<typeof linkedVariation>;

export const linkFindBody = z.strictObject({ account: id, link });
export const linkFound = z.object({
  /** The ad; null if the link leads to several. */
  found: linkChoice
    .extend({
      category: z.string(),
      type: z.enum(publicationTypes),
      package: packageSize.nullable(),
      /** The seller pays the freight although not obliged to. */
      freeShipping: z.boolean().nullable(),
      /** Its variations have one price together. */
      onePrice: z.boolean(),
      fulfilledByMarketplace: z.boolean(),
      variations: z.array(linkedVariation),
    })
    .nullable(),
  choices: z.array(linkChoice),
});

const remoteVariation = opaque(40);
const named = z.strictObject({
  remoteVariation,
  components: composition.min(1, 'required'),
  /**
   * Margin or price; the price has priority; without both the ad keeps its price. An ad with an unknown price needs
   * one.
   */
  price: price.optional(),
  marginBasisPoints: margin.optional(),
});

export const linkBody = z.strictObject({
  account: id,
  /** If none is named, an advertisement of this composition is used, or created. */
  advertisement: id.optional(),
  link,
  /** Composition by remote variation; by default the advertisement's own. */
  variations: z.array(named).max(250, 'too_big').default([]),
});
export type LinkBody = z.output<typeof linkBody>;

const before = z.object({ price: centavos.nullable(), promotion: promotion.nullable(), quantity: count });
const after = z.object({ price: centavos, quantity: count });
const plannedVariation = z
  .object({
    remoteVariation: z.string(),
    name: z.string(),
    sku: z.string(),
    cost: centavos,
    fee: centavos.nullable(),
    freight: centavos.nullable(),
    /** The rate of the tax on a sale today; 0 without one. */
    taxBasisPoints: count,
    marginBasisPoints: z.number(),
    before,
    after,
  })
  .meta({ id: 'PlannedLinkVariation' });

const existingAd = z.strictObject({
  account: id,
  remoteItem: opaque(40).min(1, 'required'),
  variations: z.array(named).min(1, 'required').max(250, 'too_big'),
});
/** Maximum number in one act. */
export const mostLinks = 200;

/** Ads that were at the marketplace before us. */
export const publicationsLink = entity('publicationsLink', {
  list: endpoint({
    method: 'GET',
    path: '/publications/link',
    permission: 'publications.read',
    summary: 'Unlinked ads of the accounts, each with suggestions by GTIN, SKU or title',
    query: listQuery,
    response: page(remoteListing),
  }),
  accounts: endpoint({
    method: 'GET',
    path: '/publications/link/accounts',
    permission: 'publications.read',
    summary: 'The number of unlinked ads of each account, and the time when they were read',
    response: z.object({ items: z.array(accountListings) }),
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/publications/link/refresh',
    permission: 'publications.create',
    summary: 'Read the ads of an account again, by a job',
    body: z.strictObject({ account: id }),
    response: accountListings,
    errors: ['account_disconnected', 'not_found'],
  }),
  plan: endpoint({
    method: 'POST',
    path: '/publications/link/plan',
    permission: 'publications.create',
    summary: 'Preview the changes that a link would make at the marketplace, by variation',
    body: linkBody,
    response: z.object({ remoteItem: z.string(), name: z.string(), variations: z.array(plannedVariation) }),
    errors: [
      'link_not_recognised',
      'link_of_other_seller',
      'already_linked',
      'listing_is_kit',
      'no_dropshipping',
      'mixed_warehouses',
      'offer_not_available',
      'example_record',
      'account_disconnected',
      'marketplace_unavailable',
      'marketplace_refused',
      'publication_closed',
    ],
  }),
  linkMany: endpoint({
    method: 'POST',
    path: '/publications/link/many',
    permission: 'publications.create',
    summary: 'Link many ads at their current or a given price, by a job that reports failures',
    body: z.strictObject({ items: z.array(existingAd).min(1, 'required').max(mostLinks, 'too_big') }),
    response: startedRun,
    errors: ['account_disconnected'],
    touches: ['bulkRuns', 'publications', 'advertisements'],
  }),
});
