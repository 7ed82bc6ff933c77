import type { Import } from '#contract/business/import/import.ts';
import type { ImportKind } from '#contract/business/import/kinds.ts';
import { api } from '#contract/index.ts';
import type { Person, TestApp } from '#server/test/app.ts';

export const csvOf = (rows: readonly (readonly string[])[], separator = ';'): Buffer =>
  Buffer.from(rows.map((row) => row.join(separator)).join('\r\n'));

/** Sends a file and has it checked with the columns that were found. */
export async function sendSheet(
  app: TestApp,
  person: Person,
  kind: ImportKind,
  bytes: Buffer,
  name = 'planilha.csv',
): Promise<Import> {
  const sent = await person.call(api.imports.create, { body: { kind }, files: [{ name, bytes }] });
  await person.call(api.imports.check, { params: { id: sent.id }, body: {} });
  await app.drain();
  return person.call(api.imports.detail, { params: { id: sent.id } });
}

export async function applySheet(
  app: TestApp,
  person: Person,
  id: number,
  skipWrong = false,
): Promise<Import> {
  await person.call(api.imports.apply, { params: { id }, body: { skipWrong } });
  await app.drain();
  return person.call(api.imports.detail, { params: { id } });
}

export async function rowsOf(person: Person, id: number, query = '') {
  return (await person.call(api.imports.rows, { params: { id }, query: { query, size: '100' } as never }))
    .items;
}
