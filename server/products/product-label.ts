import { sql } from 'kysely';
import { isGtin } from '#contract/codes.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import type { ProductLabel, WantedLabels } from '#contract/products/product-label.ts';
import { variationLabel } from '#contract/products/variation.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { escapeZpl, zplLine } from '#server/inventory/volume/volume-tag.ts';
import { listVariations } from './variation.queries.ts';

/** A label and how often it is printed. */
export type PrintedLabel = Omit<ProductLabel, 'available' | 'name'> & {
  product: string;
  /** Empty if the product has only one variation. It has its own row, so that a long name never truncates it. */
  variation: string;
  copies: number;
};

export async function listProductLabels(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<ProductLabel>> {
  const found = await listVariations(tx, actor, query);
  return {
    ...found,
    items: found.items.map((row) => ({
      id: row.id,
      sku: row.sku,
      name: variationLabel(row),
      code: row.gtin || row.sku,
      available: row.available,
    })),
  };
}

/** In the requested order; an unknown variation refuses all of them with 404. */
export async function readProductLabels(tx: Tx, actor: Actor, wanted: WantedLabels): Promise<PrintedLabel[]> {
  const rows = await tx.db
    .selectFrom('product_variations as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['v.id', 'v.sku', 'v.gtin', 'v.name', 'p.name as product'])
    .where('v.business_id', '=', actor.businessId)
    .where(sql<boolean>`v.id = any(${wanted.map((one) => one.variationId)}::bigint[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wanted.map(({ variationId, copies }) => {
    const row = byId.get(variationId) ?? fail('not_found');
    const { id, sku, product } = row;
    const variation = row.name === product ? '' : row.name;
    return { id, sku, product, variation, code: row.gtin || sku, copies };
  });
}

/** A shop's scanner reads EAN-13 as a product; Code 128 carries any other code of printable ASCII characters. */
export function symbologyOf(code: string): 'ean13' | 'code128' | null {
  if (/^\d{13}$/.test(code) && isGtin(code)) return 'ean13';
  return /^[\x20-\x7e]+$/.test(code) ? 'code128' : null;
}

/** 60 × 40 mm at 8 dots/mm (Zebra ZPL II Programming Guide); `^PQ` repeats the label. */
export function productZpl(label: PrintedLabel): string {
  const text = escapeZpl(label.code);
  // A long code needs narrow bars: Code 128 takes 11 modules per character, and the label is 480 dots wide.
  const module = label.code.length > 13 ? 1 : 2;
  const bars = {
    ean13: `^BY3^FO90,20^BEN,120,Y,N^FD${label.code.slice(0, 12)}^FS`,
    code128: `^BY${module},3,120^FO24,20^BCN,120,Y,N,N^FH_^FD${text}^FS`,
  };
  const symbology = symbologyOf(label.code);
  return [
    '^XA',
    '^CI28^PW480^LL320^LH0,0',
    symbology ? bars[symbology] : '',
    ...nameLines(label),
    zplLine({ x: 24, y: 280, size: 28, width: 432, text: label.sku }),
    `^PQ${label.copies}`,
    '^XZ',
    '',
  ].join('\n');
}

/** The name in two rows, or in one row below the variation. */
function nameLines({ product, variation }: PrintedLabel): string[] {
  const line = { x: 24, size: 30, width: 432 };
  if (!variation) return [zplLine({ ...line, y: 190, text: product, rows: 2 })];
  return [zplLine({ ...line, y: 190, text: variation }), zplLine({ ...line, y: 232, text: product })];
}
