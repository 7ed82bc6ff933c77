import { z } from 'zod';
import { toDecimal } from '#contract/money.ts';
import { RemoteFailure, understand } from '../../http.ts';
import type { Listing, RefusedValue, StockLocation, StockValue, VariationValue } from '../listing.ts';
import type { SellerSession } from '../seller-session.ts';
import { type Item, type Model, noModel, requireItem } from './item.ts';
import { pricingPromotions } from './item-view.ts';
import { ShopeeError } from './shopee-error.ts';
import { numberOf, remoteId, shopPath } from './values.ts';
import { lacksLocation, readLocations, sellerStock } from './warehouses.ts';

const mostAtOnce = 50;
const failure = z.object({ model_id: remoteId.catch(noModel), failed_reason: z.string().catch('') });
const outcome = z.object({
  response: z.object({
    success_list: z.array(z.object({ model_id: remoteId.catch(noModel) })).nullish(),
    failure_list: z.array(failure).nullish(),
  }),
});

type Act = { method: string; list: string; body(value: StockValue): Record<string, unknown>; word: string };

const stockAct = (places: readonly StockLocation[]): Act => ({
  ...{ method: 'product/update_stock', list: 'stock_list', word: 'stock' },
  body: (unit) => ({ seller_stock: sellerStock(unit, places) }),
});
const priceAct: Act = {
  ...{ method: 'product/update_price', list: 'price_list', word: 'price' },
  body: ({ value }) => ({ original_price: toDecimal(value) }),
};

/**
 * Some are accepted and others are not: each has its reason in a list, behind a successful or failed answer. Entries in
 * neither list were not accepted.
 */
async function push(
  session: SellerSession,
  itemId: string,
  act: Act,
  values: readonly StockValue[],
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
      [act.list]: batch.map((one) => ({
        model_id: numberOf(one.id ?? ids[0] ?? noModel),
        ...act.body(one),
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

/**
 * The whole quantity goes to the warehouse of its location and 0 to the others. A shop with several warehouses refuses a
 * quantity without them, and a shop without refuses one with them.
 */
export async function pushStock(
  session: SellerSession,
  { id }: { id: string },
  units: readonly StockValue[],
  known: Listing | null,
): Promise<RefusedValue[]> {
  const isPlaced = units.some(({ location }) => location != null);
  const places = isPlaced ? await readLocations(session) : [];
  const refused = await push(session, id, stockAct(places), units, known);
  const lacking = refused.filter(({ causes }) => causes.some(({ message }) => lacksLocation(message)));
  if (places.length > 0 || lacking.length === 0) return refused;
  const again = units.filter((unit) => lacking.some((one) => one.id === unit.id));
  return [
    ...refused.filter((one) => !lacking.includes(one)),
    ...(await push(session, id, stockAct(await readLocations(session)), again, known)),
  ];
}

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
  return push(session, id, priceAct, prices, known);
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
