import { type RawBuilder, sql } from 'kysely';
import type { LinkSuggestion, MatchReason } from '#contract/advertisements/publication-link.ts';
import { asCode, codeOfGoods } from '#contract/codes.ts';
import { multiplyMoney, sumMoney } from '#contract/money.ts';
import { listParts, nameOfOffer } from '#server/advertisements/composition.ts';
import { findKitsBySku } from '#server/advertisements/kit/kit.queries.ts';
import type { Tx } from '#server/db/transaction.ts';
import { partQuantitySql } from '#server/dropshipping/offer/quantity-sql.ts';

/** A variation of a published ad with the facts that identify it. */
export type Wanted = { gtin: string; sku: string; title: string };

/** Suggestions per variation. */
const mostSuggestions = 5;

/**
 * Suggested offers for each of these, the best match first: by GTIN, then SKU, then the name of the product. Among
 * equal matches own offers come first, then those of partners, then those in stock, then the cheapest.
 */
export async function suggestOffers(tx: Tx, wanted: readonly Wanted[]): Promise<LinkSuggestion[][]> {
  if (wanted.length === 0) return [];
  const [byCode, kits] = await Promise.all([offersWithCodes(tx, wanted), kitsWithSku(tx, wanted)]);
  const surest = wanted.map((one) => [...(kits.get(asCode(one.sku)) ?? []), ...ofCodes(one, byCode)]);
  const unknown = wanted.filter((_, index) => surest[index]?.length === 0);
  const titles = [...new Set(unknown.map(({ title }) => title))].filter((title) => title !== '');
  const alike = await offersWithTitles(tx, titles);
  return wanted.map((one, index) => {
    const found = surest[index] ?? [];
    return (found.length > 0 ? found : (alike.get(one.title) ?? [])).slice(0, mostSuggestions);
  });
}

type Codes = { byGtin: Map<string, OfferRow[]>; bySku: Map<string, OfferRow[]> };

/** SKUs identify goods only among related businesses: the SKU of an unrelated supplier's offer matches nothing. */
function ofCodes({ gtin, sku }: Wanted, { byGtin, bySku }: Codes): LinkSuggestion[] {
  const named = (rows: readonly OfferRow[], by: MatchReason) => rows.map((row) => suggestionOf(row, by));
  const found = [
    ...named(gtin ? (byGtin.get(codeOfGoods(gtin)) ?? []) : [], 'gtin'),
    ...named(sku ? (bySku.get(asCode(sku)) ?? []) : [], 'sku'),
  ];
  return found.filter(
    (one, index) => found.findIndex((other) => other.parts[0]?.offer.id === one.parts[0]?.offer.id) === index,
  );
}

/** A kit of our own with this SKU is preferred to an offer with the same SKU. */
async function kitsWithSku(tx: Tx, wanted: readonly Wanted[]): Promise<Map<string, LinkSuggestion[]>> {
  const skus = [...new Set(wanted.map(({ sku }) => asCode(sku)))].filter(Boolean);
  const kits = skus.length > 0 ? await findKitsBySku(tx, skus) : [];
  const parts = await listParts(
    tx,
    'virtual_product_components',
    kits.map(({ id }) => id),
  );
  const suggestions = kits.flatMap((kit): [string, LinkSuggestion[]][] => {
    const made = (parts.get(kit.id) ?? []).flatMap(({ price, warehouseId, active, id: _id, ...part }) =>
      price === null || warehouseId === null || !active ? [] : [{ ...part, price, warehouseId }],
    );
    if (made.length === 0 || made.length !== parts.get(kit.id)?.length) return [];
    const cost = sumMoney(made.map(({ price, quantity }) => multiplyMoney(price, quantity)));
    const quantity = Math.min(...made.map(({ available }) => available));
    return [
      [asCode(kit.sku), [{ by: 'sku', kit: { id: kit.id, name: kit.name }, parts: made, cost, quantity }]],
    ];
  });
  return new Map(suggestions);
}

type OfferRow = {
  id: number;
  gtin: string;
  sku: string;
  product_name: string;
  variation_name: string;
  supplier_id: number;
  supplier_name: string;
  warehouse_id: number;
  price_centavos: number;
  available: number;
  known: boolean;
};

/** The offer `d` is one's own, or of a supplier with a trade link. */
export const isKnownSupplier = sql<boolean>`(d.business_id = app_business() or exists (select from trade_links t
      where t.seller_id = app_business() and t.supplier_id = d.business_id and t.state <> 'blocked'))`;

/** Offers as the reader sees them; `found` contains their ids. */
const readable = (found: RawBuilder<unknown>) => sql`
  select d.id, f.n, f.score, v.gtin, v.sku, p.name as product_name, v.name as variation_name, d.business_id as supplier_id,
    b.name as supplier_name, d.warehouse_id, d.price_centavos, ${partQuantitySql} as available,
    ${isKnownSupplier} as known
  from ${found} as f join dropship_items d on d.id = f.offer join stock s on s.id = d.stock_id
    join product_variations v on v.id = d.variation_id join products p on p.id = d.product_id
    left join businesses b on b.id = d.business_id, (select 1 as quantity) as c
  where d.active`;

const surestFirst = sql`(d.business_id = app_business()) desc, known desc, (${partQuantitySql} > 0) desc, d.price_centavos, d.id`;

async function offersWithCodes(tx: Tx, wanted: readonly Wanted[]): Promise<Codes> {
  const gtins = [...new Set(wanted.map(({ gtin }) => codeOfGoods(gtin)))].filter(Boolean);
  const skus = [...new Set(wanted.map(({ sku }) => asCode(sku)))].filter(Boolean);
  if (gtins.length + skus.length === 0) return { byGtin: new Map(), bySku: new Map() };
  const found = sql`(select offer, 0 as n, 1::real as score from offers_by_code(${gtins}::text[], ${skus}::text[]))`;
  const { rows } = await sql<OfferRow>`${readable(found)} order by ${surestFirst}`.execute(tx.db);
  return {
    byGtin: Map.groupBy(rows, ({ gtin }) => gtin),
    bySku: Map.groupBy(
      rows.filter(({ known }) => known),
      ({ sku }) => asCode(sku),
    ),
  };
}

async function offersWithTitles(tx: Tx, titles: readonly string[]): Promise<Map<string, LinkSuggestion[]>> {
  if (titles.length === 0) return new Map();
  const found = sql`(select offer, n, score from offers_by_title(${titles}::text[]))`;
  const { rows } = await sql<OfferRow & { n: number }>`
    ${readable(found)} order by f.n, f.score desc, ${surestFirst}`.execute(tx.db);
  const byTitle = Map.groupBy(rows, ({ n }) => titles[n - 1] ?? '');
  return new Map(
    [...byTitle].map(([title, offers]) => [title, offers.map((row) => suggestionOf(row, 'title'))]),
  );
}

function suggestionOf(row: OfferRow, by: MatchReason): LinkSuggestion {
  const { id, sku, price_centavos: price, available } = row;
  return {
    by,
    kit: null,
    parts: [
      {
        offer: { id, name: nameOfOffer(row) },
        sku,
        supplier: { id: row.supplier_id, name: row.supplier_name },
        warehouseId: row.warehouse_id,
        quantity: 1,
        price,
        available,
      },
    ],
    cost: price,
    quantity: available,
  };
}
