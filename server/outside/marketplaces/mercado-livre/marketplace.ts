import type { Marketplace } from '../marketplace.ts';
import { type Application, createConnect } from './authorization.ts';
import { campaigns } from './campaigns.ts';
import { capabilitiesOf } from './capabilities.ts';
import { catalogue } from './categories.ts';
import { claims } from './claims.ts';
import { createMercadoLivre, type MercadoLivre, MercadoLivreError } from './client.ts';
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
  return {
    call: (path, call) => (isMoney(path) ? withoutGrant(money.call(path, call)) : client.call(path, call)),
    download: (path, call) =>
      isMoney(path) ? withoutGrant(money.download(path, call)) : client.download(path, call),
    circuit: client.circuit,
  };
}

/** A token that the payment service does not accept is one without that permission: the account stays connected. */
async function withoutGrant<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof MercadoLivreError)) throw error;
    const { kind, code, message, body } = error;
    if (kind !== 'unauthorized' && kind !== 'ended_grant') throw error;
    throw new MercadoLivreError(403, kind === 'unauthorized' ? code : 'forbidden', message, body, {
      cause: error,
    });
  }
}
