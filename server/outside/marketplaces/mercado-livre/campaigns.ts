import { z } from 'zod';
import type { CampaignAdState, CampaignKind, CampaignState } from '#contract/advertisements/campaign.ts';
import { type Centavos, fromDecimal, toDecimal } from '#contract/money.ts';
import { namedRow, readRows, understood } from '../answers.ts';
import type {
  CampaignKey,
  CampaignPlace,
  CampaignRefusal,
  Campaigns,
  RemoteCampaign,
  RemoteCampaignAd,
} from '../campaigns.ts';
import { tellsPrice } from '../promotion.ts';
import type { SellerSession } from '../seller-session.ts';
import { MercadoLivreError } from './client.ts';

const pageSize = 50;
const version = { app_version: 'v2' };
const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);

/** Campaigns name times with their zone, or without: then it is that of the site. */
const siteTime = z
  .string()
  .transform((text) => new Date(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}-03:00`))
  .refine((date) => !Number.isNaN(date.getTime()), 'date_invalid');
const amount = maybe(z.number().transform((value) => tellsPrice(fromDecimal(value))));

type Traits = Pick<RemoteCampaign, 'kind' | 'sellerSetsPrice' | 'canJoin' | 'canLeave'> & {
  /** The marketplace never pays a part of the discount. */
  sellerPaysAll: boolean;
};
const bySeller = { sellerSetsPrice: true, canJoin: true, canLeave: true, sellerPaysAll: true };
const byMarketplace = { sellerSetsPrice: false, canJoin: true, canLeave: true, sellerPaysAll: false };
/** Of several units, for some buyers or of one day: joined in the marketplace's own pages. */
const elsewhere = { sellerSetsPrice: false, canJoin: false, canLeave: false, sellerPaysAll: false };

const types: Readonly<Record<string, Traits>> = {
  DEAL: { kind: 'deal', ...bySeller },
  SELLER_CAMPAIGN: { kind: 'own', ...bySeller },
  DOD: { kind: 'day_deal', ...bySeller, canLeave: false },
  // It requires a number of units that are reserved for it, and cannot be left once it runs.
  LIGHTNING: { kind: 'lightning', ...bySeller, canJoin: false, canLeave: false },
  MARKETPLACE_CAMPAIGN: { kind: 'cofunded', ...byMarketplace },
  SMART: { kind: 'cofunded', ...byMarketplace },
  PRICE_MATCHING: { kind: 'price_matching', ...byMarketplace },
  // The marketplace puts ads into it by itself and pays the whole discount.
  PRICE_MATCHING_MELI_ALL: { kind: 'price_matching', ...byMarketplace, canJoin: false },
  PRE_NEGOTIATED: { kind: 'pre_negotiated', ...byMarketplace },
  UNHEALTHY_STOCK: { kind: 'clearance', ...byMarketplace },
  PRICE_DISCOUNT: { kind: 'own', ...bySeller, canJoin: false, canLeave: false },
  VOLUME: { kind: 'volume', ...elsewhere },
  SELLER_COUPON_CAMPAIGN: { kind: 'coupon', ...elsewhere },
  BANK: { kind: 'payment', ...elsewhere },
};
const traitsOf = (type: string): Traits => types[type] ?? { kind: 'other', ...elsewhere };

/** Kinds whose price is that of one unit for every buyer. */
const pricesUnit = (type: string) => {
  const { kind } = traitsOf(type);
  return !(['volume', 'coupon', 'payment', 'other'] satisfies CampaignKind[] as CampaignKind[]).includes(
    kind,
  );
};

const states: Readonly<Record<string, CampaignState>> = { started: 'running', finished: 'ended' };

const campaignRow = z.looseObject({
  id: z.string(),
  type: z.string(),
  status: z.string().catch(''),
  name: maybe(z.string()),
  start_date: maybe(siteTime),
  finish_date: maybe(siteTime),
  deadline_date: maybe(siteTime),
});

const listPage = z.looseObject({
  results: z.array(z.unknown()),
  paging: maybe(z.looseObject({ total: maybe(z.int()), searchAfter: maybe(z.string()) })),
});

function viewCampaign(row: z.output<typeof campaignRow>): RemoteCampaign {
  const { sellerPaysAll: _, ...traits } = traitsOf(row.type);
  return {
    id: row.id,
    type: row.type,
    ...traits,
    name: row.name ?? '',
    state: states[row.status.toLowerCase()] ?? 'coming',
    startsAt: row.start_date ?? null,
    endsAt: row.finish_date ?? null,
    deadlineAt: row.deadline_date ?? null,
    opensToAll: false,
  };
}

async function list(session: SellerSession): Promise<RemoteCampaign[]> {
  const found = new Map<string, RemoteCampaign>();
  for (let offset = 0; ; offset += pageSize) {
    const query = new URLSearchParams({ ...version, limit: String(pageSize), offset: String(offset) });
    const { json } = await session.call(`/seller-promotions/users/${session.remoteUserId}?${query}`);
    const { results, paging } = understood(() => listPage.parse(json), 'campaigns');
    const before = found.size;
    for (const row of readRows(session, results, (one) => campaignRow.parse(one), namedRow('campaign')))
      found.set(`${row.type} ${row.id}`, viewCampaign(row));
    const isLast = results.length === 0 || found.size === before || offset + pageSize >= (paging?.total ?? 0);
    if (isLast) return [...found.values()];
  }
}

const prices = {
  status: z.string(),
  price: amount,
  original_price: amount,
  min_discounted_price: amount,
  max_discounted_price: amount,
  suggested_discounted_price: amount,
  meli_percentage: maybe(z.number().min(0).max(100)),
};
const adRow = z.looseObject({ id: z.string(), ...prices });
const itemRow = z.looseObject({
  id: maybe(z.string()),
  type: z.string().catch(''),
  ref_id: maybe(z.string()),
  name: maybe(z.string()),
  start_date: maybe(siteTime),
  finish_date: maybe(siteTime),
  ...prices,
});
type Prices = Pick<z.output<typeof adRow>, keyof typeof prices>;

const adStates: Readonly<Record<string, CampaignAdState>> = {
  candidate: 'invited',
  pending: 'scheduled',
  sync_requested: 'scheduled',
  started: 'running',
};
/** An ad may be listed as invited beside its participation. */
const rank = { invited: 0, scheduled: 1, running: 2 } as const;

/** The share is in percent of the price before the campaign. */
function shareOf(type: string, { original_price: regular, meli_percentage: percent }: Prices) {
  if (percent === null || percent === undefined) return traitsOf(type).sellerPaysAll ? 0 : null;
  return regular === null || regular === undefined ? null : Math.round((regular * percent) / 100);
}

function viewAd(listing: string, type: string, row: Prices): RemoteCampaignAd | null {
  const state = adStates[row.status.toLowerCase()];
  if (!state) return null;
  const { sellerSetsPrice } = traitsOf(type);
  const band = [row.min_discounted_price, row.max_discounted_price].filter((one) => typeof one === 'number');
  const isPriced = pricesUnit(type) && !(sellerSetsPrice && state === 'invited');
  return {
    listing,
    variation: null,
    state,
    regular: row.original_price ?? null,
    price: isPriced ? (row.price ?? null) : null,
    lowest: band.length > 0 ? Math.min(...band) : null,
    highest: band.length > 1 ? Math.max(...band) : null,
    // Daily deals name the suggestion in the price of a candidate.
    suggested:
      row.suggested_discounted_price ?? (state === 'invited' && sellerSetsPrice ? (row.price ?? null) : null),
    marketplacePays: shareOf(type, row),
  };
}

/** The marketplace leaves paused ads out unless they are asked for. */
const itemStates = ['active', 'paused'] as const;

async function* ads(session: SellerSession, { id, type }: CampaignKey): AsyncGenerator<RemoteCampaignAd[]> {
  for (const status_item of itemStates) {
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ promotion_type: type, ...version, limit: String(pageSize) });
      query.set('status_item', status_item);
      if (cursor) query.set('search_after', cursor);
      const path = `/seller-promotions/promotions/${encodeURIComponent(id)}/items?${query}`;
      const { json } = await session.call(path);
      const { results, paging } = understood(() => listPage.parse(json), `ads of campaign ${id}`);
      const rows = readRows(session, results, (one) => adRow.parse(one), namedRow('campaign ad'));
      yield rows.flatMap((row) => viewAd(row.id, type, row) ?? []);
      cursor = results.length > 0 ? (paging?.searchAfter ?? null) : null;
    } while (cursor);
  }
}

const itemPath = (listing: string, more: Record<string, string> = {}) =>
  `/seller-promotions/items/${encodeURIComponent(listing)}?${new URLSearchParams({ ...more, ...version })}`;

/** All promotions of an ad: running ones, and those that it may join. */
async function readItem(session: SellerSession, listing: string) {
  const { json } = await session.call(itemPath(listing));
  return understood(() => z.array(itemRow).parse(json), `campaigns of ${listing}`);
}

/** The promotion that sets the price which buyers pay now. */
export async function readRunning(session: SellerSession, listing: string, paid: Centavos) {
  const started = (await readItem(session, listing)).filter(
    ({ status, type }) => status === 'started' && pricesUnit(type),
  );
  const running = started.find(({ price }) => price === paid) ?? started[0];
  if (!running) return null;
  return {
    name: running.name ?? '',
    from: running.start_date ?? null,
    to: running.finish_date ?? null,
    marketplacePays: shareOf(running.type, running),
  };
}

type Here = { row: z.output<typeof itemRow>; ad: RemoteCampaignAd };

/** The ad in this campaign: its participation, else its invitation. */
async function readPlace(session: SellerSession, { id, type }: CampaignKey, listing: string) {
  const here = (await readItem(session, listing)).flatMap((row): Here[] => {
    const ad = row.id === id && row.type === type ? viewAd(listing, type, row) : null;
    return ad ? [{ row, ad }] : [];
  });
  return here.toSorted((one, other) => rank[other.ad.state] - rank[one.ad.state])[0] ?? null;
}

const notInvited: CampaignRefusal = { refused: 'not_invited', words: '' };

function whyOf(words: string): CampaignRefusal['refused'] {
  if (/credib|not_in_range|discount|price/i.test(words)) return 'price';
  if (/deadline|finish|expired|ended/i.test(words)) return 'over';
  return /candidate|invited|eligible|not[ _]found/i.test(words) ? 'not_invited' : 'other';
}

/** An answer that another try does not change. */
async function orRefusal<T>(send: () => Promise<T>): Promise<T | CampaignRefusal> {
  try {
    return await send();
  } catch (error) {
    const isRefusal =
      error instanceof MercadoLivreError && ['refused', 'forbidden', 'not_found'].includes(error.kind);
    if (!isRefusal) throw error;
    const [cause] = error.causes.filter(({ warning }) => !warning);
    const words = cause?.message || error.message || error.code;
    return { refused: whyOf(`${error.code} ${cause?.code ?? ''} ${words}`), words };
  }
}

/** The offers of a candidate change daily, so they are read before each call. */
async function join(
  session: SellerSession,
  campaign: CampaignKey,
  { listing }: CampaignPlace,
  price: Centavos | null,
): Promise<{ ad: RemoteCampaignAd } | CampaignRefusal> {
  return orRefusal(async () => {
    const here = await readPlace(session, campaign, listing);
    if (!here) return notInvited;
    const hasJoined = here.ad.state !== 'invited';
    if (hasJoined && (price === null || here.ad.price === price)) return { ad: here.ad };
    const offer = here.row.ref_id;
    const json = {
      promotion_id: campaign.id,
      promotion_type: campaign.type,
      ...(price === null ? offer && { offer_id: offer } : { deal_price: toDecimal(price) }),
    };
    await session.call(itemPath(listing), { method: hasJoined ? 'PUT' : 'POST', json });
    const after = await readPlace(session, campaign, listing);
    if (after && after.ad.state !== 'invited') return { ad: after.ad };
    // Accepted, and not applied yet.
    return { ad: { ...here.ad, state: 'scheduled', price: price ?? here.ad.price } };
  });
}

async function leave(
  session: SellerSession,
  campaign: CampaignKey,
  { listing }: CampaignPlace,
): Promise<{ ad: RemoteCampaignAd | null } | CampaignRefusal> {
  return orRefusal(async () => {
    const here = await readPlace(session, campaign, listing);
    if (!here || here.ad.state === 'invited') return { ad: here?.ad ?? null };
    const offer = here.row.ref_id;
    await session.call(
      itemPath(listing, {
        promotion_type: campaign.type,
        promotion_id: campaign.id,
        ...(offer && { offer_id: offer }),
      }),
      { method: 'DELETE' },
    );
    const after = await readPlace(session, campaign, listing);
    return { ad: after?.ad.state === 'invited' ? after.ad : null };
  });
}

export const campaigns: Campaigns = { list, ads, join, leave };
