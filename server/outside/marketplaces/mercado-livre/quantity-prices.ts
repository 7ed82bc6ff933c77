import { z } from 'zod';
import { fromDecimal, toDecimal } from '#contract/money.ts';
import { understand } from '../../http.ts';
import type { Listing, PriceBand } from '../listing.ts';
import { isMarketplaceError } from '../marketplace-error.ts';
import type { SellerSession } from '../seller-session.ts';
import { capabilitiesOf } from './capabilities.ts';
import { MercadoLivreError } from './client.ts';

const node = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  type: z.string().nullish(),
  amount: z.number().nullish(),
  conditions: z
    .object({
      context_restrictions: z.array(z.string()).nullish(),
      min_purchase_unit: z.number().nullish(),
    })
    .nullish(),
});
type PriceNode = z.output<typeof node>;
const answer = z.object({ prices: z.array(node) });

/** Only companies have these prices, and both restrictions have to be named. */
const toCompanies = ['channel_marketplace', 'user_type_business'];

const pathOf = (id: string) => `/items/${encodeURIComponent(id)}/prices`;

/** Without the header the prices for companies are left out. */
async function readNodes(session: SellerSession, id: string): Promise<PriceNode[]> {
  const { json } = await session.call(pathOf(id), { headers: { 'show-all-prices': 'true' } });
  return understand(answer, json, 'prices').prices;
}

function bandOf({ amount, conditions }: PriceNode): PriceBand | null {
  const from = conditions?.min_purchase_unit ?? 0;
  return from > 1 && typeof amount === 'number' ? { from, price: fromDecimal(amount) } : null;
}

/** Sellers without the right to them have none, and their prices are not read; nor where they lost it since. */
export async function withWholesale(session: SellerSession, listing: Listing): Promise<Listing> {
  if (capabilitiesOf(session.tags).wholesale === null) return listing;
  const nodes = await readNodes(session, listing.id).catch((error: unknown) => {
    if (isMarketplaceError(error, 'forbidden', 'not_found')) return null;
    throw error;
  });
  if (nodes === null) return listing;
  const wholesale = nodes.flatMap((one) => bandOf(one) ?? []).toSorted((one, other) => one.from - other.from);
  return { ...listing, wholesale };
}

/**
 * The whole table: a price whose id is not sent is deleted, and a changed one is a new one. Every price of a single unit
 * keeps its id.
 */
export async function pushWholesale(
  session: SellerSession,
  id: string,
  bands: readonly PriceBand[],
): Promise<void> {
  const nodes = await readNodes(session, id);
  const isKept = (band: PriceBand) =>
    bands.some(({ from, price }) => from === band.from && price === band.price);
  const kept = nodes.filter((one) => {
    const band = bandOf(one);
    return band === null || isKept(band);
  });
  const known = kept.flatMap((one) => bandOf(one) ?? []);
  const added = bands.filter((band) => !known.some(({ from }) => from === band.from));
  if (kept.length === nodes.length && added.length === 0) return;
  const prices = [
    ...kept.map((one) => ({ id: one.id })),
    ...added.map(({ from, price }) => ({
      amount: toDecimal(price),
      currency_id: 'BRL',
      conditions: { context_restrictions: toCompanies, min_purchase_unit: from },
    })),
  ];
  try {
    await session.call(`${pathOf(id)}/standard/quantity`, { method: 'POST', json: { prices } });
  } catch (error) {
    throw refusalOf(error);
  }
}

/** It refuses prices with 404 and `bad.request`, which says nothing about the item. */
const refusalOf = (error: unknown): unknown =>
  error instanceof MercadoLivreError && error.status === 404 && error.code !== 'not.found'
    ? new MercadoLivreError(400, error.code, error.message, error.body)
    : error;
