import { expect } from 'vitest';
import type { ImportKind } from '#contract/business/import/kinds.ts';
import { api } from '#contract/index.ts';
import type { Person, TestApp } from '#server/test/app.ts';
import { rowsOf } from './import-factory.ts';

/** A sheet as another system exports it, with the public file of its titles and the expected values. */
export type SheetCase = {
  name: string;
  source: string;
  kind: ImportKind;
  bytes: Buffer;
  /** Our column by the title of the file. */
  found: Record<string, string>;
  /** By our columns: the expected values of each row, or the reason why it is not read; `absent`: no variation has its code. */
  rows: (Record<string, unknown> | { errors: Record<string, string> })[];
  hiddenRows?: number;
  instructionRows?: number;
};

export const csv = (rows: readonly (readonly string[])[], sign = ';') =>
  rows
    .map((row) =>
      row.map((cell) => (/[;,"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(sign),
    )
    .join('\r\n');

/** A row by titles; unnamed cells are empty. */
export const rowOf = (titles: readonly string[], values: Record<string, string>) =>
  titles.map((title) => values[title] ?? '');

/** Columns that are matched automatically, errors by cell, and the products after the import. */
export async function checkSheet(app: TestApp, one: SheetCase): Promise<void> {
  const { kind, bytes, found, rows, hiddenRows = 0, instructionRows = 0 } = one;
  const owner = await app.join('supply');
  const sent = await owner.call(api.imports.create, {
    body: { kind },
    files: [{ name: 'planilha', bytes }],
  });
  const named = Object.fromEntries(
    Object.entries(sent.columns).map(([key, index]) => [key, sent.titles[index]]),
  );
  expect(named).toEqual(Object.fromEntries(Object.entries(found).map(([key, title]) => [key, title.trim()])));
  if (rows.length === 0) return;
  const params = { id: sent.id };
  await owner.call(api.imports.check, { params, body: {} });
  await app.drain();
  expect(await owner.call(api.imports.detail, { params })).toMatchObject({ hiddenRows, instructionRows });
  const checked = await rowsOf(owner, sent.id);
  expect(checked.map(({ errors }) => errors)).toEqual(rows.map((row) => ('errors' in row ? row.errors : {})));
  await owner.call(api.imports.apply, { params, body: { skipWrong: rows.some((row) => 'errors' in row) } });
  await app.drain();
  const read = await readBack(owner);
  for (const row of rows) {
    if ('errors' in row) continue;
    if ('absent' in row) expect(read.get(String(row.sku))).toBeUndefined();
    else expect(read.get(String(row.sku))).toMatchObject(row);
  }
}

/** The products of a business, by our columns. */
async function readBack(owner: Person) {
  const { items } = await owner.call(api.products.list, {});
  const read = new Map<string, Record<string, unknown>>();
  for (const { id } of items) {
    const { variations, category: _, ...product } = await owner.call(api.products.detail, { params: { id } });
    for (const { sku, gtin, costCentavos, attributes } of variations)
      read.set(sku, {
        ...product,
        sku,
        gtin,
        cost: costCentavos,
        attributes,
        variations: variations.length,
        color: attributes.Color,
        size: attributes.Size,
      });
  }
  return read;
}
