import type { Clock } from '#contract/dates.ts';
import type { Marketplace } from '../marketplace.ts';
import { type Application, createConnect } from './authorization.ts';
import { capabilities } from './capabilities.ts';
import { catalogue } from './categories.ts';
import { createNuvemshop } from './client.ts';
import { createInbox } from './inbox.ts';
import { createListings } from './listings.ts';
import { createOrders } from './orders.ts';
import { parcels } from './parcels.ts';
import { promotionalPrices } from './promotional-price.ts';

type Options = Application & {
  apiUrl: string;
  authUrl: string;
  userAgent: string;
  /** The address of a store's notifications. */
  notifyUrl: string;
  timeoutMs: number;
  clock: Clock;
};

export function createNuvemshopMarketplace(options: Options): Marketplace {
  const { call, download, circuit, ...client } = createNuvemshop(options);
  return {
    ...{ call, download, circuit },
    capabilities: () => capabilities,
    connect: createConnect({ call, download, circuit, ...client }, options.authUrl, options),
    inbox: createInbox(options),
    catalogue,
    listings: createListings(new URL(options.apiUrl).host),
    orders: createOrders(options.clock),
    parcels,
    conversations: { questions: null, messages: null, claims: null, reviews: null },
    campaigns: promotionalPrices,
    payouts: null,
    reputation: null,
  };
}
