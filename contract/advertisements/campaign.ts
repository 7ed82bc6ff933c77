import { z } from 'zod';
import { isIdsOrQuery, isSeen, notIdsOrQuery, notSeen, selected } from '../bulk.ts';
import { startedRun } from '../business/bulk-run.ts';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { accountReference } from '../marketplaces/account-capabilities.ts';
import {
  centavos,
  count,
  errorCode,
  id,
  idParams,
  instant,
  listQuery,
  page,
  price,
  reference,
} from '../primitives.ts';

/** `deal`: the seller sets the price; `cofunded` and the two after it: the marketplace does, and pays a part. */
export const campaignKinds = [
  'deal',
  'cofunded',
  'price_matching',
  'pre_negotiated',
  'clearance',
  'day_deal',
  'lightning',
  'volume',
  'coupon',
  'payment',
  'own',
  'other',
] as const;
export type CampaignKind = (typeof campaignKinds)[number];

export const campaignStates = ['coming', 'running', 'ended'] as const;
export type CampaignState = (typeof campaignStates)[number];

/** `invited`: may join; `scheduled`: has joined, and its price starts later. */
export const campaignAdStates = ['invited', 'scheduled', 'running'] as const;
export type CampaignAdState = (typeof campaignAdStates)[number];

export const campaignFilter = {
  name: { kind: 'text' },
  account: { kind: 'id' },
  kind: { kind: 'choice', values: campaignKinds },
  state: { kind: 'choice', values: campaignStates },
  /** Has ads that may join. */
  invited: { kind: 'flag' },
  /** Has ads that have joined. */
  joined: { kind: 'flag' },
  ends: { kind: 'day' },
} as const satisfies FilterFields;
export const campaignSorts = ['ends', 'starts', 'name'] as const;

export const campaign = z
  .object({
    id,
    account: accountReference,
    kind: z.enum(campaignKinds),
    /** Empty if the marketplace does not name it. */
    name: z.string(),
    state: z.enum(campaignStates),
    startsAt: instant.nullable(),
    endsAt: instant.nullable(),
    /** Until then ads may join; null: until its end. */
    deadlineAt: instant.nullable(),
    /** True: the seller sets the price of an ad in it. Otherwise the marketplace does. */
    sellerSetsPrice: z.boolean(),
    /** Ads join and leave it by this product; otherwise only at the marketplace. */
    canJoin: z.boolean(),
    /** An ad whose price runs can leave it. */
    canLeave: z.boolean(),
    invited: count,
    joined: count,
    /** When its ads were last read completely; null: not yet. */
    adsReadAt: instant.nullable(),
    /** The last reading failed, or is too old: the list may lack changes. */
    stale: z.boolean(),
  })
  .meta({ id: 'Campaign' });
export type Campaign = z.output<typeof campaign>;

/** Fee, freight, tax and margin of one price. */
const campaignTerms = z
  .object({
    price: centavos,
    /** Null: unknown, and the margin is the highest possible; the same for the freight. */
    fee: centavos.nullable(),
    freight: centavos.nullable(),
    /** The rate of the tax on a sale today, also on the part that the marketplace pays; 0 without one. */
    taxBasisPoints: count,
    marginBasisPoints: z.number(),
  })
  .meta({ id: 'CampaignTerms' });
export type CampaignTerms = z.output<typeof campaignTerms>;

export const campaignAdFilter = {
  name: { kind: 'text' },
  campaign: { kind: 'id' },
  publication: { kind: 'id' },
  state: { kind: 'choice', values: campaignAdStates },
  linked: { kind: 'flag' },
  price: { kind: 'money' },
} as const satisfies FilterFields;
export const campaignAdSorts = ['name', 'price'] as const;

export const campaignAd = z
  .object({
    id,
    campaign: reference,
    /** Of its publication, or as the marketplace names it. */
    name: z.string(),
    /** Its code at the marketplace. */
    code: z.string(),
    /** Null: the ad is linked to nothing here, so that its cost is unknown. */
    publication: z.object({ id, name: z.string(), advertisement: id }).nullable(),
    state: z.enum(campaignAdStates),
    /** Null: the marketplace does not report it. */
    regularPrice: centavos.nullable(),
    /** The price in the campaign; null: the seller has not set one. */
    price: centavos.nullable(),
    lowest: centavos.nullable(),
    highest: centavos.nullable(),
    suggested: centavos.nullable(),
    /** The part of the discount that the marketplace pays; null: unknown. */
    marketplacePays: centavos.nullable(),
    /** Of the most expensive variation; null: not linked. */
    cost: centavos.nullable(),
    /** At the regular price. */
    before: campaignTerms.nullable(),
    /** At the price in the campaign, or the suggested one; null: no price, not linked, or not read yet. */
    inside: campaignTerms.nullable(),
    /** The margin in it is below the floor of the publication. */
    belowFloor: z.boolean(),
  })
  .meta({ id: 'CampaignAd' });
export type CampaignAd = z.output<typeof campaignAd>;

/** How the price of each joining ad is found. Where the marketplace sets it, every rule leads to its price. */
export const campaignPricing = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('suggested') }),
  z.strictObject({
    kind: z.literal('margin'),
    marginBasisPoints: z.int('not_whole').min(-10_000, 'too_small').max(9_500, 'too_big'),
  }),
  z.strictObject({
    kind: z.literal('discount'),
    basisPoints: z.int('not_whole').min(1, 'too_small').max(9_500, 'too_big'),
  }),
  z.strictObject({ kind: z.literal('price'), price }),
]);
export type CampaignPricing = z.output<typeof campaignPricing>;

const accountCampaigns = z
  .object({
    account: accountReference,
    connected: z.boolean(),
    reading: z.boolean(),
    /** The last reading was given up: the marketplace did not answer. */
    failed: z.boolean(),
    /** When its campaigns had last been listed; null: never yet. */
    readAt: instant.nullable(),
  })
  .meta({ id: 'AccountCampaigns' });
export type AccountCampaigns = z.output<typeof accountCampaigns>;

const joining = z
  .strictObject({
    ...selected,
    pricing: campaignPricing,
    /** Prices that were typed for single ads; they have priority over the rule. */
    prices: z.array(z.strictObject({ id, price })).max(500, 'too_many').default([]),
  })
  .refine(isIdsOrQuery, notIdsOrQuery)
  .refine(isSeen, notSeen)
  .meta({ id: 'CampaignJoining' });
export type CampaignJoining = z.output<typeof joining>;

const leaving = z
  .strictObject(selected)
  .refine(isIdsOrQuery, notIdsOrQuery)
  .refine(isSeen, notSeen)
  .meta({ id: 'CampaignLeaving' });

const joiningAd = z
  .object({
    ad: campaignAd,
    /** With which it would join; null if no price is found. */
    inside: campaignTerms.nullable(),
    belowFloor: z.boolean(),
    /** Why it cannot join; null: it can. */
    refused: errorCode.nullable(),
  })
  .meta({ id: 'CampaignJoiningAd' });
export type CampaignJoiningAd = z.output<typeof joiningAd>;

export const joinPreview = z
  .object({
    total: count,
    /** Names of those in `items` whose margin would be below their floor. */
    belowFloor: z.array(z.string()),
    /** The first ads. */
    items: z.array(joiningAd),
  })
  .meta({ id: 'CampaignJoinPreview' });
export type JoinPreview = z.output<typeof joinPreview>;

/** Campaigns of the marketplaces, and discounts of the seller, as they were last read. */
export const campaigns = entity('campaigns', {
  list: endpoint({
    method: 'GET',
    path: '/campaigns',
    permission: 'publications.read',
    summary: 'Campaigns and own discounts of all accounts, invited, coming, running and ended',
    query: listQuery,
    response: page(campaign),
  }),
  export: exportOf('/campaigns/export', 'publications.read', [
    'name',
    'account',
    'kind',
    'state',
    'starts',
    'ends',
    'deadline',
    'joined',
    'invited',
  ]),
  detail: endpoint({
    method: 'GET',
    path: '/campaigns/:id',
    permission: 'publications.read',
    summary: 'One campaign',
    params: idParams,
    response: campaign,
  }),
  accounts: endpoint({
    method: 'GET',
    path: '/campaigns/accounts',
    permission: 'publications.read',
    summary: 'Accounts with what was last read of their campaigns',
    response: z.object({ items: z.array(accountCampaigns) }),
  }),
  sync: endpoint({
    method: 'POST',
    path: '/campaigns/sync',
    permission: 'publications.update',
    summary: 'Reads the campaigns of all connected accounts again with their ads, by a job',
    response: z.object({ items: z.array(accountCampaigns) }),
  }),
});

/** Ads that are invited to a campaign, or in it. */
export const campaignsAds = entity('campaignsAds', {
  list: endpoint({
    method: 'GET',
    path: '/campaigns-ads',
    permission: 'publications.read',
    summary: 'Ads of campaigns with their prices and margins; `campaign:7` are those of one campaign',
    query: listQuery,
    response: page(campaignAd),
  }),
  export: exportOf('/campaigns-ads/export', 'publications.read', [
    'name',
    'code',
    'state',
    'regular',
    'price',
    'lowest',
    'highest',
    'suggested',
    'marketplacePays',
    'marginBefore',
    'marginInside',
  ]),
  previewJoin: endpoint({
    method: 'POST',
    path: '/campaigns-ads/join/preview',
    permission: 'publications.update',
    summary: 'Price, fee, freight and margin with which the selected ads would join; nothing changes',
    body: joining,
    response: joinPreview,
    errors: ['marketplace_unavailable', 'account_disconnected', 'marketplace_refused'],
  }),
  join: endpoint({
    method: 'POST',
    path: '/campaigns-ads/join',
    permission: 'publications.update',
    summary: 'The selected ads join their campaign, as a background task',
    body: joining,
    response: startedRun,
    errors: ['nothing_to_join'],
    touches: ['bulkRuns'],
  }),
  leave: endpoint({
    method: 'POST',
    path: '/campaigns-ads/leave',
    permission: 'publications.update',
    summary: 'The selected ads leave their campaign, as a background task',
    body: leaving,
    response: startedRun,
    errors: ['nothing_to_leave'],
    touches: ['bulkRuns'],
  }),
});
