import { createReadStream } from 'node:fs';
import { type DecimalSign, textOfCell } from '#contract/business/import/cell.ts';
import type { Import } from '#contract/business/import/import.ts';
import type { ImportKind, KeyedColumn } from '#contract/business/import/kinds.ts';
import { addMinutes } from '#contract/dates.ts';
import type { Locale } from '#contract/messages/locale.ts';
import { fileFromUpload, keepFiles, type PutFile, putFiles } from '#server/business/files/kept-file.ts';
import { formatOf, type SheetFormat, sheetRows, sheetsOf } from '#server/business/import/sheet/sheet.ts';
import { SheetFault, type SheetRow, type Source } from '#server/business/import/sheet/sheet-fault.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { Upload } from '#server/http/uploads.ts';
import type { Storage } from '#server/outside/storage.ts';
import { readImport, requireKind } from './import-record.ts';
import { columnsFor, findTitles, isInstruction } from './match-columns.ts';

type Sending = {
  actor: Actor;
  body: { kind: ImportKind };
  files: readonly Upload[];
  outside: { storage: Storage };
  locale: Locale;
  transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  conclude: (work: (tx: Tx) => Promise<Import>) => Promise<Import>;
};

const types = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Stores the file and recognizes its columns; the check is a separate step. */
export async function createImport(sending: Sending): Promise<Import> {
  const { actor, body, files, outside, locale, transact, conclude } = sending;
  requireKind(actor, body.kind);
  const upload = files[0] ?? fail('file_required');
  const head = await readHead(actor, body.kind, async () => createReadStream(upload.path));
  const [file] = await putFiles(transact, outside.storage, actor.businessId, [
    fileFromUpload(upload, types[head.format.type]),
  ]);
  const decimal: DecimalSign = locale === 'pt' ? ',' : '.';
  return conclude(async (tx) => {
    const id = await insertImport(tx, actor, body.kind, head, file ?? fail('internal'), decimal);
    tx.enqueue({
      task: 'business.forget-import',
      payload: { businessId: actor.businessId, importId: id },
      key: `forget-import:${id}`,
      runAt: addMinutes(tx.now(), keptMinutes),
    });
    return readImport(tx, actor, id);
  });
}

/** File and rows are deleted then; the outcome of the import stays. */
const keptMinutes = 30 * 24 * 60;

type Head = Awaited<ReturnType<typeof readHead>>;

async function insertImport(
  tx: Tx,
  actor: Actor,
  kind: ImportKind,
  { format, found, sample }: Head,
  file: PutFile,
  decimal: DecimalSign,
): Promise<number> {
  const [fileId] = await keepFiles(tx, actor.businessId, [file]);
  const { id } = await tx.db
    .insertInto('imports')
    .values({
      business_id: actor.businessId,
      user_id: actor.userId,
      api_key_id: actor.keyId,
      kind,
      file_id: fileId ?? fail('internal'),
      file_name: file.name,
      sha256: file.sha256,
      format: JSON.stringify(format),
      decimal_sign: decimal,
      title_row: found.line,
      titles: found.titles,
      sample: JSON.stringify(sample),
      columns: JSON.stringify(found.match),
      created_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const headRows = 20;
const sampleRows = 3;

/** Titles and first rows; refuses files that are no sheets, or have no rows below their titles. */
async function readHead(actor: Actor, kind: ImportKind, source: Source) {
  try {
    const columns = columnsFor(actor, kind);
    const { format, rows, found } = await findSheet(source, columns, kind);
    const below = found ? rows.slice(found.index + 1) : [];
    if (!found || below.length === 0) throw new SheetFault('sheet_empty');
    const first = below.findIndex(({ cells }) => !isInstruction(columns, found.match, cells));
    const sample = below
      .slice(Math.max(first, 0))
      .slice(0, sampleRows)
      .map(({ cells }) => found.titles.map((_, index) => textOfCell(cells[index]).slice(0, 100)));
    return { format, found, sample };
  } catch (error) {
    if (error instanceof SheetFault) fail(error.code, { cause: error });
    throw error;
  }
}

/** The sheet that most of our columns are found in, and its titles; of several the first. */
async function findSheet(source: Source, columns: readonly KeyedColumn[], kind: ImportKind) {
  const sheets = [];
  for (const format of await sheetsOf(source, await formatOf(source))) {
    const rows = await firstRows(source, format);
    const found = findTitles(columns, kind, rows);
    sheets.push({ format, rows, found, columns: Object.keys(found?.match ?? {}).length });
  }
  const [best] = sheets.toSorted((one, other) => other.columns - one.columns);
  return best ?? fail('internal');
}

async function firstRows(source: Source, format: SheetFormat): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of sheetRows(source, format)) {
    rows.push(row);
    if (rows.length >= headRows) break;
  }
  return rows;
}
