import type { Marketplace } from '../marketplace.ts';
import { isMarketplaceError } from '../marketplace-error.ts';
import { type Application, createConnect } from './authorization.ts';
import { campaigns } from './campaigns.ts';
import { capabilitiesOf } from './capabilities.ts';
import { catalogue } from './categories.ts';
import { claims } from './claims.ts';
import { type CallOptions, createMercadoLivre, type MercadoLivre, MercadoLivreError } from './client.ts';
import { createInbox } from './inbox.ts';
import { createListings } from './listings.ts';
import { messages } from './messages.ts';
import { createOrders } from './orders.ts';
import { parcels } from './parcels.ts';
import { payouts, reportPath } from './payouts.ts';
import { questions } from './questions.ts';
import { reputation } from './reputation.ts';
import { reviews } from './reviews.ts';

type Options = Parameters<typeof createMercadoLivre>[0] &
  Application & { authUrl: string; notificationSecret: string };

export function createMercadoLivreMarketplace(options: Options): Marketplace {
  const client = createMercadoLivre(options);
  return {
    ...withMoney(client, options),
    capabilities: capabilitiesOf,
    connect: createConnect(client, options.authUrl, options),
    inbox: createInbox(options),
    catalogue,
    listings: createListings(new URL(options.apiUrl).host),
    orders: createOrders(options.clock),
    parcels,
    conversations: { questions, messages, claims, reviews },
    campaigns,
    payouts,
    reputation,
  };
}

/** The payment service is another host, `api.mercadopago.com`; a stand-in is both. */
function withMoney(client: MercadoLivre, options: Options): MercadoLivre {
  const apiUrl = options.apiUrl.replace('//api.mercadolibre.', '//api.mercadopago.');
  const money = apiUrl === options.apiUrl ? client : createMercadoLivre({ ...options, apiUrl });
  const isMoney = (path: string) => path.startsWith(reportPath);
  /**
   * A token that only the payment service rejects lacks that permission: it is not renewed, and the account stays
   * connected.
   */
  async function withoutGrant<T>(call: CallOptions, answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (!isMarketplaceError(error, 'unauthorized', 'ended_grant')) throw error;
      const { accessToken = '', account } = call;
      await client.call('/users/me', { accessToken, ...(account !== undefined && { account }) });
      throw new MercadoLivreError(403, 'forbidden', error.message, {}, { cause: error });
    }
  }
  return {
    call: (path, call = {}) =>
      isMoney(path) ? withoutGrant(call, money.call(path, call)) : client.call(path, call),
    download: (path, call) =>
      isMoney(path) ? withoutGrant(call, money.download(path, call)) : client.download(path, call),
    circuit: client.circuit,
  };
}
