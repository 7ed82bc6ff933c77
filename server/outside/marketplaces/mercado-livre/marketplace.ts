import type { Marketplace } from '../marketplace.ts';
import { type Application, createConnect } from './authorization.ts';
import { campaigns } from './campaigns.ts';
import { capabilitiesOf } from './capabilities.ts';
import { catalogue } from './categories.ts';
import { claims } from './claims.ts';
import { createMercadoLivre } from './client.ts';
import { createInbox } from './inbox.ts';
import { createListings } from './listings.ts';
import { messages } from './messages.ts';
import { createOrders } from './orders.ts';
import { parcels } from './parcels.ts';
import { questions } from './questions.ts';
import { reputation } from './reputation.ts';
import { reviews } from './reviews.ts';

type Options = Parameters<typeof createMercadoLivre>[0] &
  Application & { authUrl: string; notificationSecret: string };

export function createMercadoLivreMarketplace(options: Options): Marketplace {
  const client = createMercadoLivre(options);
  return {
    ...client,
    capabilities: capabilitiesOf,
    connect: createConnect(client, options.authUrl, options),
    inbox: createInbox(options),
    catalogue,
    listings: createListings(new URL(options.apiUrl).host),
    orders: createOrders(options.clock),
    parcels,
    conversations: { questions, messages, claims, reviews },
    campaigns,
    reputation,
  };
}
