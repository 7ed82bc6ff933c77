import { systemClock } from '#contract/dates.ts';
import type { SellerSession } from '../../seller-session.ts';
import { createShopeeMarketplace } from '../marketplace.ts';
import { type Answer, partnerId, partnerKey, shopId, startShop, token } from './shop-server.ts';

/** The connector with a shop of the test. */
export async function startStage() {
  const shop = await startShop();
  const notifyUrl = 'https://backoffice.example.com/hooks/shopee';
  const marketplace = createShopeeMarketplace({
    ...{ apiUrl: shop.url, partnerId, partnerKey, notifyUrl },
    redirectUri: 'https://easy.example/marketplaces/account/list',
    timeoutMs: 2000,
    clock: systemClock,
  });

  function sessionOf(accessToken: string, id = shopId): SellerSession {
    return {
      ...{ remoteUserId: id, siteId: 'BR', tags: ['cnpj'] },
      call: (path, options) => marketplace.call(path, { ...options, accessToken }),
      download: (path, options) => marketplace.download(path, { ...options, accessToken }),
    };
  }
  const session = sessionOf(token);
  const answerOnce = (path: RegExp, answer: Answer) => shop.instead.push({ path, answer });
  const readItemAs = async (answer: Answer) => {
    answerOnce(/get_item_base_info$/, answer);
    return marketplace.listings.read(session, '1');
  };

  return { shop, marketplace, session, sessionOf, answerOnce, readItemAs };
}
