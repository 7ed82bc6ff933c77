import { systemClock } from '#contract/dates.ts';
import type { SellerSession } from '../../seller-session.ts';
import { createNuvemshopMarketplace } from '../marketplace.ts';
import { type Answer, startStore, storeId, token } from './store-server.ts';

/** The connector with a store of the test. */
export async function startStage() {
  const clientSecret = 'nuvem-test-secret-0001';
  const store = await startStore();
  const notifyUrl = 'https://easy.example/api/notifications/nuvemshop/5001';
  const marketplace = createNuvemshopMarketplace({
    apiUrl: store.url,
    authUrl: store.url,
    clientId: '5001',
    clientSecret,
    userAgent: 'Easy (contato@easy.example)',
    notifyUrl,
    timeoutMs: 2000,
    clock: systemClock,
  });
  const { listings } = marketplace;

  function sessionOf(accessToken: string, id = storeId): SellerSession {
    return {
      ...{ remoteUserId: id, siteId: 'BR', tags: [] },
      call: (path, options) => marketplace.call(path, { ...options, accessToken }),
      download: (path) => marketplace.download(path, { accessToken }),
    };
  }
  const session = sessionOf(token);
  const answerOnce = (method: string, path: RegExp, answer: Answer) =>
    store.instead.push({ method, path, answer });
  const readProductAs = async (answer: Answer) => {
    answerOnce('GET', /products\/1$/, answer);
    return listings.read(session, '1');
  };

  return { clientSecret, store, notifyUrl, marketplace, session, sessionOf, answerOnce, readProductAs };
}
