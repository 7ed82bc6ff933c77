import { sql } from 'kysely';
import { type Centavos, maxCentavos, multiplyMoney, sumMoney } from '#contract/money.ts';
import type { NewSupplyRequest } from '#contract/supply/supply-request.ts';
import {
  maxLines,
  type NewRequestLine,
  type RequestLine,
  type RequestLineChange,
} from '#contract/supply/supply-request-line.ts';
import { applyChangeSet } from '#server/db/change-set.ts';
import type { Tx } from '#server/db/transaction.ts';
import { invalidField } from '#server/fault.ts';
import type { findRequestLines } from './supply-request.queries.ts';

type LineRow = Awaited<ReturnType<typeof findRequestLines>>[number];

export function shapeLine(row: LineRow, sees: { prices: boolean; quantities: boolean }): RequestLine {
  const paid = row.last_prices.map(({ priceCentavos }) => priceCentavos);
  const mean = paid.length > 0 ? sumMoney(paid) / paid.length : null;
  return {
    id: row.id,
    variation: { id: row.variation_id, name: row.variation_name },
    product: { id: row.product_id, name: row.product_name },
    sku: row.sku,
    gtin: row.gtin,
    supplierSku: row.supplier_sku,
    quantity: sees.quantities ? row.quantity : null,
    quantityPerVolume: row.quantity_per_volume,
    volumes: sees.quantities ? volumesOf(row) : null,
    confirmedQuantity: sees.quantities ? row.confirmed_quantity : null,
    confirmedOn: row.confirmed_on,
    answer: sees.quantities ? shapeAnswer(row.answer) : null,
    ...(sees.prices && {
      priceCentavos: row.price_centavos,
      totalCentavos: row.total_centavos,
      lastPrices: row.last_prices.map((last) => ({ ...last, at: new Date(last.at).toISOString() })),
      differenceBasisPoints: mean === null ? null : Math.round(((row.price_centavos - mean) / mean) * 10_000),
    }),
  };
}

/** The database formats instants in JSON in its own way. */
export const shapeAnswer = <A extends { at: string }>(answer: A | null): A | null =>
  answer && { ...answer, at: new Date(answer.at).toISOString() };

/** The number of volumes for the quantity; the last one may be partly filled. */
export function volumesOf({
  quantity,
  quantity_per_volume,
}: Pick<LineRow, 'quantity' | 'quantity_per_volume'>): number {
  return Math.ceil(quantity / quantity_per_volume);
}

/** A line whose total a document states: the unit price is then derived and rounded. */
type AgreedLine = NewRequestLine & { totalCentavos?: Centavos };
export type AgreedLines = Omit<NewSupplyRequest['lines'], 'create'> & { create?: AgreedLine[] | undefined };

/** Applies changes of a pending request's lines and updates its totals. */
export async function changeLines(
  tx: Tx,
  businessId: number,
  requestId: number,
  changes: AgreedLines | undefined,
): Promise<void> {
  if (!changes) return;
  const saved = await tx.db
    .selectFrom('supply_request_lines')
    .select(['id', 'variation_id'])
    .where('request_id', '=', requestId)
    .execute();
  const removed = new Set(changes.remove ?? []);
  const taken = new Set(saved.filter(({ id }) => !removed.has(id)).map((line) => line.variation_id));
  const known = await ownVariations(
    tx,
    businessId,
    (changes.create ?? []).map((line) => line.variationId),
  );
  const created: AgreedLine[] = [];
  await applyChangeSet<AgreedLine, RequestLineChange>('lines', changes, {
    ids: new Set(saved.map((line) => line.id)),
    create: async (line) => {
      if (!known.has(line.variationId)) invalidField('variationId', 'not_found');
      if (taken.has(line.variationId)) invalidField('variationId', 'duplicate');
      taken.add(line.variationId);
      created.push(line);
    },
    update: async (id, change) => {
      const columns = columnsOf(change);
      if (Object.keys(columns).length === 0) return;
      await tx.db.updateTable('supply_request_lines').set(columns).where('id', '=', id).execute();
    },
    remove: async (id) => {
      await tx.db.deleteFrom('supply_request_lines').where('id', '=', id).execute();
    },
  });
  if (created.length > 0)
    await tx.db
      .insertInto('supply_request_lines')
      .values(
        created.map((line) => ({
          business_id: businessId,
          request_id: requestId,
          variation_id: line.variationId,
          supplier_sku: line.supplierSku ?? '',
          quantity: line.quantity,
          quantity_per_volume: line.quantityPerVolume,
          price_centavos: line.priceCentavos,
          total_centavos: line.totalCentavos ?? multiplyMoney(line.priceCentavos, line.quantity),
        })),
      )
      .execute();
  await storeTotals(tx, requestId);
}

export async function storeTotals(tx: Tx, requestId: number): Promise<void> {
  const lines = await tx.db
    .selectFrom('supply_request_lines')
    .select(['quantity', 'total_centavos'])
    .where('request_id', '=', requestId)
    .execute();
  if (lines.length === 0) invalidField('lines', 'required');
  if (lines.length > maxLines) invalidField('lines', 'too_big');
  const totalProducts = lines.reduce((sum, line) => sum + line.quantity, 0);
  const total = sumMoney(lines.map((line) => line.total_centavos));
  if (total > maxCentavos || totalProducts > 1_000_000_000) invalidField('lines', 'too_big');
  await tx.db
    .updateTable('supply_requests')
    .set({ total_products: totalProducts, total_centavos: total })
    .where('id', '=', requestId)
    .execute();
}

function columnsOf({ supplierSku, quantity, quantityPerVolume, priceCentavos }: RequestLineChange) {
  return {
    ...(supplierSku !== undefined && { supplier_sku: supplierSku }),
    ...(quantity !== undefined && { quantity }),
    ...(quantityPerVolume !== undefined && { quantity_per_volume: quantityPerVolume }),
    ...(priceCentavos !== undefined && { price_centavos: priceCentavos }),
    // A quantity or price entered by a person makes the total their product again.
    ...((quantity !== undefined || priceCentavos !== undefined) && {
      total_centavos: sql<number>`${quantity ?? sql.ref('quantity')}::bigint * ${priceCentavos ?? sql.ref('price_centavos')}::bigint`,
    }),
  };
}

/** Own goods only: suppliers' offers are readable, but are not purchased this way. */
export async function ownVariations(
  tx: Tx,
  businessId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await tx.db
    .selectFrom('product_variations')
    .select('id')
    .where('business_id', '=', businessId)
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .execute();
  return new Set(rows.map((row) => row.id));
}
