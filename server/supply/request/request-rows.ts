import { sql } from 'kysely';
import { asCode, codeOfGoods } from '#contract/codes.ts';
import { maxPrice, parseMoney } from '#contract/money.ts';
import type { TypedRow, UnderstoodRow } from '#contract/supply/supply-request-line.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

type Rows = { supplierId?: number | null; rows: readonly TypedRow[] };
type Known = {
  code: string;
  id: number;
  name: string;
  sku: string;
  supplier_sku: string | null;
  quantity_per_volume: number | null;
  last_centavos: number | null;
  cost_centavos: number | null;
};

/** Resolves pasted rows by SKU, GTIN or the supplier's own SKU; each error is reported at its row, and nothing is guessed. */
export async function understandRows(
  tx: Tx,
  actor: Actor,
  { supplierId, rows }: Rows,
): Promise<UnderstoodRow[]> {
  const codes = [...new Set(rows.map((row) => asCode(row.code)))].filter(Boolean);
  const known = await findByCodes(tx, actor.businessId, supplierId ?? null, codes);
  const seen = new Set<number>();
  return rows.map((row, index) => {
    const found = known.get(asCode(row.code)) ?? [];
    const [match] = found;
    const refuse = (fault: UnderstoodRow['fault']) => ({ row: index, code: row.code, fault, line: null });
    if (!match) return refuse('unknown_code');
    if (found.length > 1) return refuse('several');
    if (seen.has(match.id)) return refuse('twice');
    const quantity = readCount(row.quantity);
    if (quantity === null) return refuse('quantity');
    const quantityPerVolume = row.quantityPerVolume?.trim()
      ? readCount(row.quantityPerVolume)
      : (match.quantity_per_volume ?? 1);
    if (quantityPerVolume === null) return refuse('per_volume');
    const typed = row.price?.trim() ? parseMoney(row.price) : undefined;
    if (typed === null || (typed !== undefined && (typed < 1 || typed > maxPrice))) return refuse('price');
    seen.add(match.id);
    return {
      row: index,
      code: row.code,
      fault: null,
      line: {
        variation: { id: match.id, name: match.name },
        sku: match.sku,
        supplierSku: match.supplier_sku ?? '',
        quantity,
        quantityPerVolume,
        priceCentavos: typed ?? match.last_centavos ?? match.cost_centavos,
      },
    };
  });
}

/** `1.200` means 1,200; anything but a whole number in range is invalid. */
function readCount(text: string): number | null {
  const digits = text
    .trim()
    .replace(/[.\s](?=\d{3}\b)/g, '')
    .replace(/,0+$/, '');
  if (!/^\d{1,7}$/.test(digits)) return null;
  const value = Number(digits);
  return value >= 1 && value <= 1_000_000 ? value : null;
}

async function findByCodes(
  tx: Tx,
  businessId: number,
  supplierId: number | null,
  codes: readonly string[],
): Promise<Map<string, Known[]>> {
  if (codes.length === 0) return new Map();
  const { rows } = await sql<Known>`
    select distinct on (c.code, v.id) c.code, v.id, v.sku, v.cost_centavos, i.supplier_sku, i.quantity_per_volume,
      i.price_centavos as last_centavos,
      case when v.name in ('', p.name) then p.name else p.name || ' · ' || v.name end as name
    from unnest(${[...codes]}::text[], ${codes.map(codeOfGoods)}::text[]) as c (code, gtin)
      join product_variations v on v.business_id = ${businessId} and (upper(v.sku) = c.code
        or (v.gtin <> '' and v.gtin = c.gtin)
        or exists (select from supplier_items si where si.business_id = ${businessId} and si.supplier_id = ${supplierId}::bigint
          and si.variation_id = v.id and upper(si.supplier_sku) = c.code))
      join products p on p.id = v.product_id
      left join supplier_items i on i.business_id = ${businessId} and i.supplier_id = ${supplierId}::bigint and i.variation_id = v.id
    order by c.code, v.id`.execute(tx.db);
  const found = new Map<string, Known[]>();
  for (const row of rows) found.set(row.code, [...(found.get(row.code) ?? []), row]);
  return found;
}
