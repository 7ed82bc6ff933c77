import type { Clock } from '#contract/dates.ts';
import type { Marketplace } from '../marketplace.ts';
import { type Application, createConnect } from './authorization.ts';
import { withCancellations } from './cancellations.ts';
import { capabilities } from './capabilities.ts';
import { catalogue } from './categories.ts';
import { createShopee } from './client.ts';
import { discounts } from './discounts.ts';
import { createInbox } from './inbox.ts';
import { createListings } from './listings.ts';
import { createOrders } from './orders.ts';
import { parcels } from './parcels.ts';
import { payouts } from './payouts.ts';
import { reputation } from './reputation.ts';
import { createReturnPictures } from './return-pictures.ts';
import { createReturns } from './returns.ts';
import { reviews } from './reviews.ts';

type Options = Application & {
  apiUrl: string;
  /** The address of a shop's pushes, as registered there. */
  notifyUrl: string;
  timeoutMs: number;
  clock: Clock;
};

export function createShopeeMarketplace(options: Options): Marketplace {
  const client = createShopee(options);
  const returns = createReturns(options.clock, createReturnPictures(options));
  const claims = withCancellations(returns, options.clock);
  return {
    call: client.call,
    download: client.download,
    circuit: client.circuit,
    capabilities: () => capabilities,
    connect: createConnect(client, options),
    inbox: createInbox(options),
    catalogue,
    listings: createListings(new URL(options.apiUrl).host),
    orders: createOrders(options.clock),
    parcels,
    conversations: { questions: null, messages: null, claims, reviews },
    campaigns: discounts,
    payouts,
    reputation,
  };
}
