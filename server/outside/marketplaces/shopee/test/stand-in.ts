import { z } from 'zod';
import { addMinutes, systemClock } from '#contract/dates.ts';
import { type SandboxProcess, startSandboxProcess } from '#server/test/sandbox.ts';
import { requestRemote } from '../../../http.ts';
import type { SellerSession } from '../../seller-session.ts';
import { createShopeeMarketplace } from '../marketplace.ts';

const bought = z.object({ order: z.object({ sn: z.string() }) });

export const companyShop = '55667788';
export const lettersShop = '66020145';
export const thirdShop = '71330902';
export const mugs = '101202';
/** Its parcels are picked up. */
export const xpress = 90_003;

/** The connector with the stand-in, a separate process used only through its protocol. */
export async function startStandIn() {
  const sandbox = await startSandboxProcess();
  const { SHOPEE_API = '', SHOPEE_CLIENT_ID = '', SHOPEE_CLIENT_SECRET = '' } = sandbox.variables;
  const notifyUrl = 'https://easy.example/api/notifications/shopee/1000';
  const marketplace = createShopeeMarketplace({
    apiUrl: SHOPEE_API,
    partnerId: SHOPEE_CLIENT_ID,
    partnerKey: SHOPEE_CLIENT_SECRET,
    redirectUri: 'http://localhost:3000/marketplaces/account/list',
    notifyUrl,
    timeoutMs: 5000,
    clock: systemClock,
  });
  return { sandbox, marketplace, notifyUrl, partnerKey: SHOPEE_CLIENT_SECRET, ...actsOn(sandbox) };
}

type Connector = ReturnType<typeof createShopeeMarketplace>;

/** Accepts on the consent page; returns the parameters of the redirect. */
export async function consentAt(
  { connect }: Connector,
  shopId: string,
  decision: 'approve' | 'deny' = 'approve',
): Promise<Record<string, string>> {
  const page = new URL(connect.consentUrl({ state: 'a state', challenge: '' }));
  const form = new URLSearchParams(page.searchParams);
  form.set('shop_id', shopId);
  form.set('decision', decision);
  const { headers } = await requestRemote(page.origin + page.pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  return Object.fromEntries(new URL(headers.location ?? 'http://nowhere.invalid').searchParams);
}

export async function connectShop(marketplace: Connector, shopId: string) {
  const said = await consentAt(marketplace, shopId);
  const pair = await marketplace.connect.exchange(said.code ?? '', '', said);
  const user = await marketplace.connect.whoIs(pair);
  return { said, pair, session: sessionOf(marketplace, shopId, pair.accessToken, user.tags) };
}

export const sessionOf = (
  marketplace: Connector,
  shopId: string,
  accessToken: string,
  tags: string[] = ['cnpj'],
): SellerSession => ({
  ...{ remoteUserId: shopId, siteId: 'BR', tags },
  call: (path, options) => marketplace.call(path, { ...options, accessToken }),
  download: (path, options) => marketplace.download(path, { ...options, accessToken }),
});

/** Acts of buyers, carriers and the marketplace. */
function actsOn(sandbox: SandboxProcess) {
  const act = (path: string, body?: unknown) => sandbox.control('POST', `/shopee${path}`, body);
  return {
    act,
    async buy(itemId: string, more: Record<string, unknown> = {}) {
      const longAgo = addMinutes(systemClock.now(), -180);
      const answer = await act('/purchases', {
        itemId: Number(itemId),
        quantity: 1,
        channelId: xpress,
        ...more,
      });
      return { orderId: bought.parse(answer).order.sn, longAgo };
    },
    async documentOf(orderId: string) {
      const { bytes } = await requestRemote(`${sandbox.url}/control/api/shopee/orders/${orderId}/nfe`);
      return { bytes, key: /Id="NFe(\w{44})"/.exec(bytes.toString())?.[1] ?? '' };
    },
    /** Injects this fault into the marketplace's answers, this many times. */
    strike: (kind: string, more: Record<string, unknown> = {}) => act('/faults', { kind, times: 1, ...more }),
  };
}

export async function aPicture() {
  const { default: sharp } = await import('sharp');
  const bytes = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#996633' } })
    .jpeg()
    .toBuffer();
  return { name: 'picture.jpg', bytes, contentType: 'image/jpeg' };
}
