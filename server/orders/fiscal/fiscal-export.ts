import { z } from 'zod';
import { dayOf } from '#contract/dates.ts';
import { messages } from '#contract/messages/index.ts';
import { type Locale, locales } from '#contract/messages/locale.ts';
import {
  type FiscalData,
  type FiscalFormat,
  fiscalData,
  fiscalFormats,
} from '#contract/orders/fiscal-data.ts';
import { startBulkRun } from '#server/business/bulk-run.ts';
import { type BulkWork, type RunRow, stepBulkRun } from '#server/business/bulk-step.ts';
import {
  findFile,
  insertFile,
  putFile,
  readStored,
  type StoredFile,
  sealFile,
} from '#server/business/files/stored-file.ts';
import type { Tx } from '#server/db/transaction.ts';
import { auditEvent } from '#server/http/audit.ts';
import { sheetFile } from '#server/http/export.ts';
import type { Actor } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { type FiscalRow, fiscalColumns } from './fiscal-columns.ts';
import { readFiscalData } from './fiscal-data.ts';

const task = 'orders.export-fiscal-data';
const asked = z.object({ format: z.enum(fiscalFormats), locale: z.enum(locales) });

/** Read by a job, some sales at a time: each step leaves an encrypted part, and the last one joins them. */
export async function startFiscalExport(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  input: { format: FiscalFormat; locale: Locale },
) {
  const { businessId: business, userId: user } = actor;
  await auditEvent(tx, { business, user, event: 'buyers.exported', entity: 'orders' });
  return startBulkRun(tx, actor, { kind: 'fiscal_data', task, items: ids, input, records: ids });
}

const exporting: BulkWork<number> = {
  task,
  permission: 'buyer-documents.export',
  item: z.number(),
  batchSize: 500,
  nameOf: (id) => ({ id, name: String(id) }),
  async work(job, { actor, items }) {
    const sales = await job.inBusiness(actor.businessId, (tx) => readFiscalData(tx, actor, items));
    const part = await putSealed(job, actor, 'part.json', Buffer.from(JSON.stringify(sales)), jsonType);
    return async (tx) => ({
      succeeded: sales.length,
      failed: [],
      partIds: [await insertFile(tx, actor.businessId, part)],
    });
  },
  join: joinParts,
};

/** Task `orders.export-fiscal-data`. */
export const exportFiscalDataTask = (job: JobContext, payload: unknown) =>
  stepBulkRun(job, payload, exporting);

const jsonType = 'application/json';

async function joinParts(job: JobContext, actor: Actor, run: RunRow): Promise<StoredFile> {
  const { format, locale } = asked.parse(run.input);
  const sales: FiscalData[] = [];
  for (const id of run.part_ids) {
    const row = await job.inBusiness(actor.businessId, (tx) => findFile(tx, id));
    sales.push(...z.array(fiscalData).parse(JSON.parse((await readStored(job, row)).toString())));
  }
  const name = `${messages[locale].orders.fiscal.title} ${dayOf(job.clock.now())}`;
  if (format === 'json') {
    const bytes = Buffer.from(JSON.stringify({ sales }, null, 2));
    return putSealed(job, actor, `${name}.json`, bytes, jsonType);
  }
  const sheet = await sheetFile({ name, format, batches: rowsOf(sales) }, [...fiscalColumns], locale);
  if (!Buffer.isBuffer(sheet.bytes)) throw new Error('a workbook is built in memory');
  return putSealed(job, actor, sheet.name, sheet.bytes, sheet.contentType);
}

function putSealed(job: JobContext, actor: Actor, name: string, bytes: Buffer, type: string) {
  return putFile(
    (work) => job.inBusiness(actor.businessId, work),
    job.outside.storage,
    actor.businessId,
    sealFile(job, name, bytes, type),
  );
}

/** One row for each of the goods, and for a line whose goods are unknown. */
async function* rowsOf(sales: readonly FiscalData[]): AsyncGenerator<FiscalRow[]> {
  for (const sale of sales)
    yield sale.lines.flatMap((line): FiscalRow[] =>
      line.goods.length === 0
        ? [{ sale, line, goods: null }]
        : line.goods.map((goods) => ({ sale, line, goods })),
    );
}
