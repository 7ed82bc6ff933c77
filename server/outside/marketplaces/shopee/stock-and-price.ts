import { z } from 'zod';
import { toDecimal } from '#contract/money.ts';
import { RemoteFailure, understand } from '../../http.ts';
import type { Listing, RefusedValue, VariationValue } from '../listing.ts';
import type { SellerSession } from '../seller-session.ts';
import { type Item, type Model, noModel, requireItem } from './item.ts';
import { pricingPromotions } from './item-view.ts';
import { ShopeeError } from './shopee-error.ts';
import { numberOf, remoteId, shopPath } from './values.ts';

const mostAtOnce = 50;
const failure = z.object({ model_id: remoteId.catch(noModel), failed_reason: z.string().catch('') });
const outcome = z.object({
  response: z.object({
    success_list: z.array(z.object({ model_id: remoteId.catch(noModel) })).nullish(),
    failure_list: z.array(failure).nullish(),
  }),
});

type Act = { method: string; list: string; body(value: number): Record<string, unknown>; word: string };

const acts = {
  stock: {
    ...{ method: 'product/update_stock', list: 'stock_list', word: 'stock' },
    body: (stock) => ({ seller_stock: [{ stock }] }),
  },
  price: {
    ...{ method: 'product/update_price', list: 'price_list', word: 'price' },
    body: (price) => ({ original_price: toDecimal(price) }),
  },
} as const satisfies Record<string, Act>;

/**
 * Some are accepted and others are not: each has its reason in a list, behind a successful or failed answer. Entries in
 * neither list were not accepted.
 */
async function push(
  session: SellerSession,
  itemId: string,
  act: Act,
  values: readonly VariationValue[],
  known: Listing | null,
): Promise<RefusedValue[]> {
  const ids = await modelIds(session, itemId, values, known);
  const refused: RefusedValue[] = [];
  const refuse = (id: string | null, reason: string) =>
    refused.push({ id, causes: new ShopeeError(400, act.word, reason, {}).causes });
  for (let at = 0; at < values.length; at += mostAtOnce) {
    const batch = values.slice(at, at + mostAtOnce);
    const reported = await ask(session, act, {
      item_id: numberOf(itemId),
      [act.list]: batch.map(({ id, value }) => ({
        model_id: numberOf(id ?? ids[0] ?? noModel),
        ...act.body(value),
      })),
    });
    const { success_list: done, failure_list: failed } = understand(outcome, reported, act.word).response;
    // An answer without either list says nothing, least of all a refusal.
    if (!done && !failed) throw new RemoteFailure(`${act.word} of ${itemId}: neither taken nor refused`);
    const taken = new Set((done ?? []).map(({ model_id }) => model_id));
    for (const { id } of batch) {
      const modelId = id ?? ids[0] ?? noModel;
      const why = (failed ?? []).find(({ model_id }) => model_id === modelId);
      if (why) refuse(id, why.failed_reason || act.word);
      else if (!taken.has(modelId)) refuse(id, act.word);
    }
  }
  return refused;
}

/** A value of the listing itself belongs to its only model, if it has one. */
async function modelIds(
  session: SellerSession,
  itemId: string,
  values: readonly VariationValue[],
  known: Listing | null,
): Promise<string[]> {
  if (values.every(({ id }) => id !== null)) return [];
  if (known) return known.variations.map(({ id }) => id);
  return (await requireItem(session, itemId)).model.map(({ model_id }) => model_id);
}

/** If all were refused the answer is an error, with the same list in it. */
async function ask(session: SellerSession, { method }: Act, json: Record<string, unknown>): Promise<unknown> {
  try {
    return (await session.call(shopPath(session, method), { method: 'POST', json })).json;
  } catch (error) {
    const reported = error instanceof ShopeeError ? outcome.safeParse(error.body).data?.response : undefined;
    if (error instanceof ShopeeError && (reported?.failure_list ?? []).length > 0) return error.body;
    throw error;
  }
}

export const pushStock = (
  session: SellerSession,
  { id }: { id: string },
  units: readonly VariationValue[],
  known: Listing | null,
) => push(session, id, acts.stock, units, known);

/** Prices of a promotion cannot be changed: a variation with a new price leaves the promotion first. */
export async function pushPrice(
  session: SellerSession,
  id: string,
  prices: readonly VariationValue[],
  known: Listing | null,
): Promise<RefusedValue[]> {
  const isReduced = (priced: VariationValue) =>
    (known?.variations.find((one) => one.id === priced.id) ?? known)?.promotion != null;
  const leaving = prices.filter(isReduced);
  if (leaving.length > 0) await leavePromotions(session, id, leaving);
  return push(session, id, acts.price, prices, known);
}

async function leavePromotions(
  session: SellerSession,
  id: string,
  leaving: readonly VariationValue[],
): Promise<void> {
  const item = await requireItem(session, id);
  const priced = item.model.length > 0 ? item.model : [item];
  const left = priced
    .filter((one) => leaving.some(({ id: of }) => of === null || of === modelIdOf(one)))
    .flatMap((one) => pricingPromotions(one, item.promotions));
  for (const { promotion_id: promotion, model_id: model } of new Set(left)) {
    if (promotion === '') continue;
    await session.call(shopPath(session, 'discount/delete_discount_item'), {
      method: 'POST',
      json: { discount_id: numberOf(promotion), item_id: numberOf(id), model_id: numberOf(model) },
    });
  }
}

const modelIdOf = (one: Item | Model): string => ('model_id' in one ? one.model_id : noModel);
