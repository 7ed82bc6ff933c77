import { z } from 'zod';
import type { CampaignAdState, CampaignState } from '#contract/advertisements/campaign.ts';
import { type Centavos, toDecimal } from '#contract/money.ts';
import { namedRow, readRows } from '../answers.ts';
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
import { noModel } from './item.ts';
import { ShopeeError } from './shopee-error.ts';
import { amount, maybe, moment, numberOf, remoteId, responseOf, shopPath } from './values.ts';

const pageSize = 100;
const type = 'discount';
const price = maybe(amount.transform(tellsPrice));

const discountRow = z.looseObject({
  discount_id: remoteId,
  discount_name: z.string().catch(''),
  start_time: maybe(moment),
  end_time: maybe(moment),
});
const discountPage = z.looseObject({
  discount_list: z
    .array(z.unknown())
    .nullish()
    .transform((rows) => rows ?? []),
  more: maybe(z.boolean()),
});

/** Ended ones are not read: nothing joins or leaves them. */
const statuses = { ongoing: 'running', upcoming: 'coming' } as const satisfies Record<string, CampaignState>;

/** Discounts of the shop. Campaigns of the marketplace itself have no public call. */
async function list(session: SellerSession): Promise<RemoteCampaign[]> {
  const found = new Map<string, RemoteCampaign>();
  for (const [discount_status, state] of Object.entries(statuses)) {
    for (let page_no = 1; ; page_no++) {
      const query = { discount_status, page_no, page_size: pageSize };
      const answer = await session.call(shopPath(session, 'discount/get_discount_list', query));
      const page = responseOf(discountPage, answer, 'discounts');
      const read = (row: unknown) => discountRow.parse(row);
      for (const row of readRows(session, page.discount_list, read, namedRow('discount', 'discount_id')))
        found.set(row.discount_id, viewDiscount(row, state));
      if (!page.more || page.discount_list.length === 0) break;
    }
  }
  return [...found.values()];
}

const viewDiscount = (row: z.output<typeof discountRow>, state: CampaignState): RemoteCampaign => ({
  ...{ id: row.discount_id, type, kind: 'own', name: row.discount_name, state },
  startsAt: row.start_time ?? null,
  endsAt: row.end_time ?? null,
  deadlineAt: null,
  ...{ sellerSetsPrice: true, canJoin: true, canLeave: true, opensToAll: true },
});

const itemRow = z.looseObject({
  item_id: remoteId,
  item_original_price: price,
  item_promotion_price: price,
  model_list: z
    .array(z.looseObject({ model_id: remoteId, model_original_price: price, model_promotion_price: price }))
    .nullish(),
});
const itemPage = z.looseObject({
  item_list: z
    .array(z.unknown())
    .nullish()
    .transform((rows) => rows ?? []),
  more: maybe(z.boolean()),
});

function viewItem(row: z.output<typeof itemRow>, state: CampaignAdState): RemoteCampaignAd[] {
  const inside = {
    listing: row.item_id,
    state,
    lowest: null,
    highest: null,
    suggested: null,
    marketplacePays: 0,
  };
  const models = row.model_list ?? [];
  if (models.length === 0)
    return [
      {
        ...{ ...inside, variation: null },
        regular: row.item_original_price ?? null,
        price: row.item_promotion_price ?? null,
      },
    ];
  return models.map((model) => ({
    ...{ ...inside, variation: model.model_id },
    regular: model.model_original_price ?? null,
    price: model.model_promotion_price ?? null,
  }));
}

async function* ads(session: SellerSession, campaign: CampaignKey): AsyncGenerator<RemoteCampaignAd[]> {
  const state = campaign.state === 'running' ? 'running' : 'scheduled';
  for (let page_no = 1; ; page_no++) {
    const query = { discount_id: campaign.id, page_no, page_size: pageSize };
    const answer = await session.call(shopPath(session, 'discount/get_discount', query));
    const page = responseOf(itemPage, answer, `discount ${campaign.id}`);
    const read = (row: unknown) => itemRow.parse(row);
    const rows = readRows(session, page.item_list, read, namedRow('discounted listing', 'item_id'));
    yield rows.flatMap((row) => viewItem(row, state));
    if (!page.more || page.item_list.length === 0) return;
  }
}

async function findAd(session: SellerSession, campaign: CampaignKey, { listing, variation }: CampaignPlace) {
  for await (const page of ads(session, campaign)) {
    const found = page.find(
      (ad) => ad.listing === listing && (ad.variation ?? noModel) === (variation ?? noModel),
    );
    if (found) return found;
  }
  return null;
}

const outcome = z.looseObject({
  error_list: z
    .array(z.looseObject({ fail_error: z.string().catch(''), fail_message: z.string().catch('') }))
    .nullish()
    .transform((rows) => rows ?? []),
});

function refusalOf(code: string, message: string): CampaignRefusal {
  const words = message || code;
  const said = `${code} ${message}`;
  if (/price/i.test(said)) return { refused: 'price', words };
  if (/expire|ended|finish|time/i.test(said)) return { refused: 'over', words };
  return { refused: /not.?found|not.?exist|deleted|banned/i.test(said) ? 'not_invited' : 'other', words };
}

/** Each item has its own error, behind an answer that succeeded; null: accepted. */
async function write(session: SellerSession, method: string, json: object): Promise<CampaignRefusal | null> {
  try {
    const answer = await session.call(shopPath(session, method), { method: 'POST', json });
    const [failed] = responseOf(outcome, answer, method).error_list;
    return failed ? refusalOf(failed.fail_error, failed.fail_message) : null;
  } catch (error) {
    if (!(error instanceof ShopeeError) || !['refused', 'forbidden', 'not_found'].includes(error.kind))
      throw error;
    return refusalOf(error.code, error.message);
  }
}

async function join(
  session: SellerSession,
  campaign: CampaignKey,
  place: CampaignPlace,
  wanted: Centavos | null,
): Promise<{ ad: RemoteCampaignAd } | CampaignRefusal> {
  const known = await findAd(session, campaign, place);
  if (known && (wanted === null || known.price === wanted)) return { ad: known };
  const amountOf = toDecimal(wanted ?? 0);
  const item = {
    item_id: numberOf(place.listing),
    ...(place.variation === null
      ? { item_promotion_price: amountOf }
      : { model_list: [{ model_id: numberOf(place.variation), model_promotion_price: amountOf }] }),
  };
  // 0: a buyer may take as many as they want.
  const list = known ? item : { ...item, purchase_limit: 0 };
  const refused = await write(
    session,
    known ? 'discount/update_discount_item' : 'discount/add_discount_item',
    {
      discount_id: numberOf(campaign.id),
      item_list: [list],
    },
  );
  if (refused) return refused;
  const after = await findAd(session, campaign, place);
  return after ? { ad: after } : { refused: 'other', words: '' };
}

async function leave(
  session: SellerSession,
  campaign: CampaignKey,
  place: CampaignPlace,
): Promise<{ ad: RemoteCampaignAd | null } | CampaignRefusal> {
  if (!(await findAd(session, campaign, place))) return { ad: null };
  const refused = await write(session, 'discount/delete_discount_item', {
    discount_id: numberOf(campaign.id),
    item_id: numberOf(place.listing),
    model_id: numberOf(place.variation ?? noModel),
  });
  return refused ?? { ad: null };
}

export const discounts: Campaigns = { list, ads, join, leave };
