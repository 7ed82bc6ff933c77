import { z } from 'zod';
import { floorBody, marginFloor } from '../advertisements/margin-change.ts';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { count, id, idParams, instant, listQuery, opaque, page, version } from '../primitives.ts';
import { accountCapabilities } from './account-capabilities.ts';
import { feeRates, feeRatesBody } from './fee-rates.ts';
import { marketplaceId, marketplaceIds } from './marketplace.ts';
import { accountStates } from './marketplace-account-states.ts';
import { toldLevel } from './reputation-figures.ts';
import { reputationRisks } from './reputation-risk.ts';

export const marketplaceAccountFilter = {
  name: { kind: 'text' },
  state: { kind: 'choice', values: accountStates },
  marketplace: { kind: 'choice', values: marketplaceIds },
  reputation: { kind: 'choice', values: reputationRisks },
  /** The seller's consent ends within a week. */
  ending: { kind: 'flag' },
} as const satisfies FilterFields;
export const marketplaceAccountSorts = ['name', 'state', 'connected'] as const;

export const marketplaceAccount = z
  .object({
    id,
    name: z.string(),
    marketplace: z.object({ id: marketplaceId, name: z.string() }),
    /** The seller's name at the marketplace. */
    user: z.string(),
    email: z.string(),
    state: z.enum(accountStates),
    stateReason: z.string().nullable(),
    /** The marketplace does not answer: time of the next try. */
    retryAt: instant.nullable(),
    /** Price and stock per variation (one remote item each) instead of one item with variations. */
    pricePerVariation: z.boolean(),
    capabilities: accountCapabilities,
    publications: count,
    /** The margin floor of publications without a floor of their own. */
    floor: marginFloor.nullable(),
    /** The rates used for margins if the marketplace quotes no fee; null: not entered yet. */
    rates: feeRates.nullable(),
    /** Days that units in the marketplace's own warehouse are to last. */
    fulfillmentDays: count,
    /** The last reading; null: never, or this marketplace publishes none. `level` is null with too few sales. */
    reputation: z
      .object({ level: toldLevel.nullable(), risk: z.enum(reputationRisks).nullable(), readAt: instant })
      .nullable(),
    /** The end of the seller's consent, from a week before on; otherwise null, also if it does not expire. */
    authorizationEndsAt: instant.nullable(),
    connectedAt: instant.nullable(),
    /** The marketplace answered about another resource, or in an unreadable shape; the answer was not used. */
    parkedAnswers: z.array(
      z.object({
        resource: z.string(),
        reason: z.enum(['other_resource', 'other_seller', 'unreadable']),
        got: z.string(),
        at: instant,
      }),
    ),
    version,
  })
  .meta({ id: 'MarketplaceAccount' });
export type MarketplaceAccount = z.output<typeof marketplaceAccount>;

/** The parameters of the consent page's redirect. */
const grant = z.strictObject({
  state: opaque(200).min(1, 'required'),
  code: opaque(300).min(1, 'required').optional(),
  /** Present instead of a code if the consent was refused. */
  error: opaque(200).optional(),
  /** Further parameters of the redirect, unchanged: for example the account of the consent. */
  said: z.record(opaque(60), opaque(300)).optional(),
});

export const marketplaceAccounts = entity('marketplaceAccounts', {
  list: endpoint({
    method: 'GET',
    path: '/marketplace-accounts',
    permission: 'accounts.read',
    summary: 'Connected accounts of the business, with state and reason',
    query: listQuery,
    response: page(marketplaceAccount),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/marketplace-accounts/:id',
    permission: 'accounts.read',
    summary: 'One account',
    params: idParams,
    response: marketplaceAccount,
  }),
  authorize: endpoint({
    method: 'POST',
    path: '/marketplace-accounts/authorize',
    permission: 'accounts.reconnect',
    summary: 'Address of the consent page for this browser session; valid once for ten minutes',
    body: z.strictObject({ marketplace: marketplaceId }),
    response: z.object({ url: z.url() }),
    errors: ['marketplace_not_offered'],
    limit: { max: 30, seconds: 600, by: 'session' },
  }),
  connect: endpoint({
    method: 'POST',
    path: '/marketplace-accounts/connect',
    permission: 'accounts.reconnect',
    summary: 'Complete the connection with the answer of the consent page',
    body: grant,
    response: marketplaceAccount,
    errors: [
      'authorization_denied',
      'authorization_expired',
      'account_operator',
      'forbidden',
      'account_of_other_business',
      'marketplace_unavailable',
    ],
    touches: ['publications'],
    limit: { max: 30, seconds: 600, by: 'session' },
  }),
  updateFloor: endpoint({
    method: 'PATCH',
    path: '/marketplace-accounts/:id/floor',
    permission: 'publications.update',
    summary: 'Set the margin floor of publications without their own',
    params: idParams,
    body: floorBody,
    response: marketplaceAccount,
    touches: ['publications', 'advertisementsPublications', 'marginChanges'],
  }),
  updateRates: endpoint({
    method: 'PATCH',
    path: '/marketplace-accounts/:id/rates',
    permission: 'publications.update',
    summary: 'Set fee and freight for margins if the marketplace quotes none',
    params: idParams,
    body: feeRatesBody,
    response: marketplaceAccount,
    touches: ['publications', 'advertisementsPublications', 'marketplacesCategories'],
  }),
  updateFulfillment: endpoint({
    method: 'PATCH',
    path: '/marketplace-accounts/:id/fulfillment',
    permission: 'publications.update',
    summary: 'Set how many days the units in the marketplace’s own warehouse are to last',
    params: idParams,
    body: z.strictObject({
      days: z.int('not_whole').min(1, 'too_small').max(180, 'too_big'),
    }),
    response: marketplaceAccount,
    touches: ['fulfillmentStocks'],
  }),
  sync: endpoint({
    method: 'POST',
    path: '/marketplace-accounts/:id/sync',
    permission: 'publications.update',
    summary: 'Read every publication of the account again and push the differences',
    params: idParams,
    response: z.object({ queued: count }),
    errors: ['account_disconnected'],
    touches: ['publications'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/marketplace-accounts/:id',
    permission: 'accounts.remove',
    summary: 'Disconnect an account and delete its tokens; nothing is closed at the marketplace',
    params: idParams,
    query: z.strictObject({ confirm: z.enum(['open-sales']).optional() }),
    errors: ['account_busy', 'state_conflict'],
    touches: ['publications'],
    fresh: true,
  }),
});
