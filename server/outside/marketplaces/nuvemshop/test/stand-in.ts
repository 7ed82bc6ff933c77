import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { consent } from '#server/marketplaces/test/factory.ts';
import { startSandboxProcess } from '#server/test/sandbox.ts';
import type { SellerSession } from '../../seller-session.ts';
import { createNuvemshopMarketplace } from '../marketplace.ts';

const stores = z.array(z.looseObject({ id: z.number() })).min(3);
const bought = z.object({ order: z.object({ id: z.union([z.number(), z.string()]).transform(String) }) });

/** The connector with the stand-in, a separate process used only through its protocol. */
export async function startStandIn() {
  const sandbox = await startSandboxProcess();
  const { variables } = sandbox;
  const clientSecret = variables.NUVEMSHOP_CLIENT_SECRET ?? '';
  const marketplace = createNuvemshopMarketplace({
    apiUrl: variables.NUVEMSHOP_API ?? '',
    authUrl: variables.NUVEMSHOP_AUTH ?? '',
    clientId: variables.NUVEMSHOP_CLIENT_ID ?? '',
    clientSecret,
    userAgent: 'Easy (contato@easy.example)',
    notifyUrl: 'https://easy.example/api/notifications/nuvemshop/1000',
    timeoutMs: 5000,
    clock: systemClock,
  });
  const found = stores.parse(await sandbox.control('GET', '/nuvemshop/stores'));
  // The last ones answer the most calls.
  const [third, other, second, store] = [0, 1, -2, -1].map((at) => String(found.at(at)?.id)) as [
    string,
    string,
    string,
    string,
  ];

  const consentOf = async (storeId: string): Promise<Parameters<typeof marketplace.connect.exchange>> => {
    const page = marketplace.connect.consentUrl({ state: 'a state', challenge: '' });
    return [(await consent(page, Number(storeId))).code ?? '', '', {}];
  };
  const sessionOf = (storeId: string, accessToken: string): SellerSession => ({
    ...{ remoteUserId: storeId, siteId: 'BR', tags: [] },
    call: (path, options) => marketplace.call(path, { ...options, accessToken }),
    download: (path, call) => marketplace.download(path, { ...call, accessToken }),
  });
  const connectStore = async (storeId: string) =>
    sessionOf(storeId, (await marketplace.connect.exchange(...(await consentOf(storeId)))).accessToken);

  return {
    ...{
      sandbox,
      marketplace,
      clientSecret,
      store,
      second,
      other,
      third,
      consentOf,
      sessionOf,
      connectStore,
    },
    async buy(productId: string, variantId: string | null): Promise<string> {
      const body = { productId: Number(productId), variantId: Number(variantId), quantity: 1 };
      return bought.parse(await sandbox.control('POST', '/nuvemshop/purchases', body)).order.id;
    },
    /** Answers of the marketplace go wrong in this way, once. */
    strike: (kind: string) => sandbox.control('POST', '/nuvemshop/faults', { kind, times: 1 }),
  };
}
