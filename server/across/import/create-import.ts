import { createReadStream } from 'node:fs';
import { type DecimalSign, textOfCell } from '#contract/business/import/cell.ts';
import type { Import, imports } from '#contract/business/import/import.ts';
import { type ImportKind, importDefinitions, moveKinds } from '#contract/business/import/kinds.ts';
import { addMinutes } from '#contract/dates.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { Locale } from '#contract/messages/locale.ts';
import { fileFromUpload, keepFiles, type PutFile, putFiles } from '#server/business/files/kept-file.ts';
import {
  formatOf,
  hiddenColumnsOf,
  type SheetFormat,
  sheetRows,
  sheetsOf,
} from '#server/business/import/sheet/sheet.ts';
import { SheetFault, type SheetRow, type Source } from '#server/business/import/sheet/sheet-fault.ts';
import type { Tx } from '#server/db/transaction.ts';
import { sellsToItself } from '#server/dropshipping/offer/own-goods.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import type { Upload } from '#server/http/uploads.ts';
import type { Storage } from '#server/outside/storage.ts';
import { findOwnImport, readImport, requireKind } from './import-record.ts';
import { columnsFor, findTitles, isInstruction } from './match-columns.ts';
import { kindsOfSheet, systemOf } from './recognize.ts';

type Sending<Body, Answer> = {
  actor: Actor;
  body: Body;
  files: readonly Upload[];
  outside: { storage: Storage };
  locale: Locale;
  transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  conclude: (work: (tx: Tx) => Promise<Answer>) => Promise<Answer>;
};

const types = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Stores the file and recognizes its columns; the check is a separate step. */
export async function createImport(sending: Sending<{ kind: ImportKind }, Import>): Promise<Import> {
  const { actor, body, files, locale, conclude } = sending;
  requireKind(actor, body.kind);
  const upload = files[0] ?? fail('file_required');
  const head = await withSheetFaults(() =>
    readHead(actor, body.kind, async () => createReadStream(upload.path)),
  );
  const file = await putSheet(sending, upload, head);
  return conclude(async (tx) => {
    const [fileId] = await keepFiles(tx, actor.businessId, [file]);
    const at = { fileId: fileId ?? fail('internal'), file, move: null };
    const id = await insertImport(tx, actor, head, at, decimalOf(locale));
    return readImport(tx, actor, id);
  });
}

/**
 * Stores the file as the imports of all sheets and kinds that are recognized by their titles, in the order in which they
 * are applied. They belong to the move that is named, or to a new one.
 */
export async function recognizeImports(
  sending: Sending<{ moveId?: number | undefined }, ResponseOf<typeof imports.recognize>>,
): Promise<ResponseOf<typeof imports.recognize>> {
  const { actor, body, files, locale, transact, conclude } = sending;
  const upload = files[0] ?? fail('file_required');
  if (body.moveId !== undefined) {
    const { moveId } = body;
    await transact((tx) => requireMove(tx, actor, moveId));
  }
  const heads = await withSheetFaults(() => readHeads(actor, async () => createReadStream(upload.path)));
  const [first] = heads;
  if (!first) return conclude(async () => ({ move: body.moveId ?? null, items: [] }));
  const file = await putSheet(sending, upload, first);
  return conclude(async (tx) => {
    const sent = body.moveId === undefined ? [] : await importsOfFile(tx, body.moveId, file);
    if (sent.length > 0) return viewMove(tx, actor, body.moveId ?? null, sent);
    const ids: number[] = [];
    for (const head of heads) {
      const [fileId] = await keepFiles(tx, actor.businessId, [file]);
      const at = { fileId: fileId ?? fail('internal'), file, move: body.moveId ?? ids[0] ?? null };
      ids.push(await insertImport(tx, actor, head, at, decimalOf(locale)));
    }
    const move = body.moveId ?? ids[0] ?? null;
    await tx.db
      .updateTable('imports')
      .set({ move_id: move, creates_categories: true })
      .where('id', 'in', ids)
      .execute();
    return viewMove(tx, actor, move, ids);
  });
}

/** The imports that the same bytes have in a move already: a file that is dropped twice is read once. */
async function importsOfFile(tx: Tx, move: number, { sha256 }: PutFile): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('imports')
    .select('id')
    .where('move_id', '=', move)
    .where('sha256', '=', sha256)
    .where('state', '<>', 'canceled')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function viewMove(tx: Tx, actor: Actor, move: number | null, ids: readonly number[]) {
  const items = [];
  for (const id of ids) items.push(await readImport(tx, actor, id));
  return { move, items };
}

const decimalOf = (locale: Locale): DecimalSign => (locale === 'pt' ? ',' : '.');

/** A move that the same person began. */
async function requireMove(tx: Tx, actor: Actor, move: number): Promise<void> {
  const first = await findOwnImport(tx, actor, move);
  if (first.move_id !== move) fail('not_found');
}

async function putSheet(
  { transact, outside, actor }: Pick<Sending<unknown, unknown>, 'transact' | 'outside' | 'actor'>,
  upload: Upload,
  { format }: Pick<Head, 'format'>,
): Promise<PutFile> {
  const [file] = await putFiles(transact, outside.storage, actor.businessId, [
    fileFromUpload(upload, types[format.type]),
  ]);
  return file ?? fail('internal');
}

/** File and rows are deleted then; the outcome of the import stays. */
const keptMinutes = 30 * 24 * 60;

type Head = Awaited<ReturnType<typeof readHead>>;
type At = { fileId: number; file: PutFile; move: number | null };

async function insertImport(
  tx: Tx,
  actor: Actor,
  { kind, system, format, found, sample, hiddenColumns }: Head,
  { fileId, file, move }: At,
  decimal: DecimalSign,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('imports')
    .values({
      business_id: actor.businessId,
      user_id: actor.userId,
      api_key_id: actor.keyId,
      kind,
      system,
      move_id: move,
      file_id: fileId,
      file_name: file.name,
      sha256: file.sha256,
      format: JSON.stringify(format),
      decimal_sign: decimal,
      title_row: found.line,
      titles: found.titles,
      sample: JSON.stringify(sample),
      columns: JSON.stringify(found.match),
      hidden_columns: hiddenColumns,
      created_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  tx.enqueue({
    task: 'business.forget-import',
    payload: { businessId: actor.businessId, importId: id },
    key: `forget-import:${id}`,
    runAt: addMinutes(tx.now(), keptMinutes),
  });
  return id;
}

const headRows = 20;
const sampleRows = 3;

async function withSheetFaults<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SheetFault) fail(error.code, { cause: error });
    throw error;
  }
}

/** Titles and first rows; refuses files that are no sheets, or have no rows below their titles. */
async function readHead(actor: Actor, kind: ImportKind, source: Source) {
  const sheets = await firstRowsOfSheets(source);
  const heads = sheets.flatMap((sheet) => headOf(actor, kind, sheet) ?? []);
  // Of several sheets with as many columns, the first.
  const columns = (head: (typeof heads)[number]) => Object.keys(head.found.match).length;
  const [best] = heads.toSorted((one, other) => columns(other) - columns(one));
  return best ?? Promise.reject(new SheetFault('sheet_empty'));
}

/** Everything in a file that can become records: a workbook may have a sheet for each category. */
async function readHeads(actor: Actor, source: Source): Promise<Head[]> {
  const sheets = await firstRowsOfSheets(source);
  const heads = sheets.flatMap((sheet) => {
    const matched = moveKinds
      .filter((kind) => actorCan(actor, importDefinitions[kind].permission))
      .flatMap((kind) => {
        const head = withoutSalePrice(actor, headOf(actor, kind, sheet));
        return head ? [{ kind, head, match: head.found.match }] : [];
      });
    const kinds = kindsOfSheet(matched);
    return matched.flatMap(({ kind, head }) => (kinds.includes(kind) ? [head] : []));
  });
  const order: readonly ImportKind[] = moveKinds;
  return heads.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** Own goods are offered at their cost; what buyers pay belongs to the listings. */
function withoutSalePrice<One extends Head>(actor: Actor, head: One | null): One | null {
  if (head === null || !sellsToItself(actor)) return head;
  const { price: _, ...match } = head.found.match;
  return { ...head, found: { ...head.found, match } };
}

type SheetStart = { format: SheetFormat; rows: SheetRow[]; hidden: readonly number[] };

async function firstRowsOfSheets(source: Source): Promise<SheetStart[]> {
  const sheets = [];
  for (const format of await sheetsOf(source, await formatOf(source))) {
    const rows: SheetRow[] = [];
    for await (const row of sheetRows(source, format)) {
      rows.push(row);
      if (rows.length >= headRows) break;
    }
    sheets.push({ format, rows, hidden: await hiddenColumnsOf(source, format) });
  }
  return sheets;
}

/** The titles of a sheet and its first rows as those of a kind; null if there are no rows. */
function headOf<Kind extends ImportKind>(actor: Actor, kind: Kind, { format, rows, hidden }: SheetStart) {
  const columns = columnsFor(actor, kind);
  const found = findTitles(columns, kind, rows);
  const below = found ? rows.slice(found.index + 1) : [];
  if (!found || below.length === 0) return null;
  const first = below.findIndex(({ cells }) => !isInstruction(columns, found.match, cells));
  const sample = below
    .slice(Math.max(first, 0))
    .slice(0, sampleRows)
    .map(({ cells }) => found.titles.map((_, index) => textOfCell(cells[index]).slice(0, 100)));
  const hiddenColumns = hidden.flatMap((index) => found.titles[index] || []);
  return { kind, system: systemOf(rows), format, found, sample, hiddenColumns };
}
