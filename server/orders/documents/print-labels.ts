import { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import type { LabelsOfMany, LabelsPreview } from '#contract/orders/checkout.ts';
import { type RunFailure, startBulkRun } from '#server/business/bulk-run.ts';
import { type BulkWork, type StepOutcome, stepBulkRun } from '#server/business/bulk-step.ts';
import { fileFromMemory } from '#server/business/files/kept-file.ts';
import { labelTypes, mergeLabels } from '#server/business/files/merge-labels.ts';
import {
  findFile,
  insertFile,
  putFile,
  readStored,
  type StoredFile,
} from '#server/business/files/stored-file.ts';
import { mapConcurrently } from '#server/concurrency.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JsonObject } from '#server/db/types.ts';
import { Fault } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { hasOwnLabel, loadFactsOf, lockOrders, writeFactsOfMany } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import type { LabelFormat } from '#server/outside/marketplaces/capabilities.ts';
import type { LabelRefusal } from '#server/outside/marketplaces/sales-port.ts';

import { codeOfRefusal } from './label-refusal.ts';
import { labelsOfAccount } from './labels-of-account.ts';
import { findLabelRefusal, type LabelCall, missingForLabel, ownLabel, readPrintable } from './print-label.ts';

/** Labels of many sales: started here, made by a job. */
export function startPrinting(tx: Tx, actor: Actor, ids: readonly number[], body: LabelsOfMany) {
  const input = { format: body.format, reason: body.reason };
  return startBulkRun(tx, actor, {
    kind: 'labels',
    task: 'orders.print-labels',
    items: ids,
    input,
    records: ids,
  });
}

/** Numbers per reason for which sales have no label. */
const namedSales = 3;

/** What a run of these sales would print. A sale that waits for its marketplace is left out until that is asked. */
export async function previewLabels(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  reason: string,
): Promise<LabelsPreview> {
  const sales = await loadFactsOf(tx, ids);
  const left: { id: number; code: ErrorCode; awaited: boolean }[] = [];
  for (const sale of sales) {
    const refusal = await findLabelRefusal(tx, actor, sale, reason);
    const code = refusal ? codeForSale(refusal.code) : missingForLabel(sale);
    if (code) left.push({ id: sale.id, code, awaited: refusal === null });
  }
  return {
    selected: sales.length,
    printable: sales.length - left.length,
    awaited: left.filter(({ awaited }) => awaited).length,
    leftOut: [...Map.groupBy(left, ({ code }) => code)]
      .toSorted(([, one], [, other]) => other.length - one.length)
      .map(([code, rows]) => ({
        code,
        count: rows.length,
        sales: rows.slice(0, namedSales).map(({ id }) => id),
      })),
  };
}

const asked = z.object({ format: z.enum(['pdf', 'zpl']), reason: z.string() });
/** Sales that are read at the same time; each may ask its marketplace whether it is still open. */
const concurrentReads = 4;

const printing: BulkWork<number> = {
  task: 'orders.print-labels',
  permission: 'checkout.label',
  item: z.number(),
  batchSize: 50,
  nameOf: (id) => ({ id, name: String(id) }),
  async work(job, { actor, input, items }) {
    const { format, reason } = asked.parse(input);
    const call = callOf(job, actor);
    const read = await mapConcurrently(items, concurrentReads, (id) =>
      readOrFailure(() => readPrintable(call, actor, id, reason), id),
    );
    const failed = read.flatMap((found) => ('failure' in found ? [found.failure] : []));
    const sales = read.flatMap((found) => ('order' in found ? [found.order] : []));
    const made = await makeLabels(call, sales, format);
    failed.push(...made.failed);
    const part = made.files.length > 0 ? await putLabels(job, actor, made.files, format) : null;
    return (tx) => markPrinted(tx, actor, { printed: made.printed, failed, part, reason });
  },
  async join(job, actor, run) {
    const { format } = asked.parse(run.input);
    const rows = await job.inBusiness(actor.businessId, async (tx) => {
      const found = [];
      for (const id of run.part_ids) found.push(await findFile(tx, id));
      return found;
    });
    const parts = [];
    for (const row of rows) parts.push(await readStored(job, row));
    return putLabels(job, actor, parts, format);
  },
};

/** Task `orders.print-labels`. */
export const printLabelsTask = (job: JobContext, payload: unknown) => stepBulkRun(job, payload, printing);

function callOf(job: JobContext, actor: Actor): LabelCall {
  const transact: LabelCall['transact'] = (work) => job.inBusiness(actor.businessId, work);
  return { ...job, transact, read: transact };
}

/** A refusal concerns this sale; any other error fails the step. */
async function readOrFailure(
  read: () => Promise<OrderRow>,
  id: number,
): Promise<{ order: OrderRow } | { failure: RunFailure }> {
  try {
    return { order: await read() };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { failure: { id, name: String(id), code: codeForSale(error.code), reason: '' } };
  }
}

const codeForSale = (code: ErrorCode): ErrorCode => (code === 'state_conflict' ? 'not_packed' : code);

/** The marketplace's own words are shown after ours if ours add nothing. */
function refusalOf(reason: LabelRefusal): { code: ErrorCode; reason: string } {
  const code = codeOfRefusal(reason);
  return { code, reason: code === 'label_refused' ? reason : '' };
}

type Made = { files: Buffer[]; printed: OrderRow[]; failed: RunFailure[] };

/** Labels come from the marketplace of each account; sales without an account have ours. */
async function makeLabels(call: LabelCall, sales: readonly OrderRow[], format: LabelFormat): Promise<Made> {
  const made: Made = { files: [], printed: [], failed: [] };
  const accountOf = (order: OrderRow) => (hasOwnLabel(order) ? null : order.account_id);
  for (const [accountId, orders] of Map.groupBy(sales, accountOf)) {
    if (accountId === null) {
      for (const order of orders) made.files.push((await ownLabel(call, order))[format] ?? Buffer.alloc(0));
      made.printed.push(...orders);
      continue;
    }
    const { files, refused } = await labelsOfAccount(call, orders, format);
    made.files.push(...files);
    for (const order of orders) {
      const reason = refused.get(order.shipment_id ?? '');
      if (reason === undefined) made.printed.push(order);
      else made.failed.push({ id: order.id, name: String(order.id), ...refusalOf(reason) });
    }
  }
  return made;
}

async function putLabels(
  job: JobContext,
  actor: Actor,
  files: readonly Buffer[],
  format: LabelFormat,
): Promise<StoredFile> {
  const bytes = await mergeLabels(files, format);
  const file = fileFromMemory(`etiquetas.${format}`, bytes, labelTypes[format]);
  return putFile(
    (work) => job.inBusiness(actor.businessId, work),
    job.outside.storage,
    actor.businessId,
    file,
  );
}

type Step = { printed: readonly OrderRow[]; failed: RunFailure[]; part: StoredFile | null; reason: string };

/** A sale that was canceled while its label was made is not marked as printed: its packer is stopped. */
async function markPrinted(tx: Tx, actor: Actor, step: Step): Promise<StepOutcome> {
  const { part, reason } = step;
  const locked = await lockOrders(
    tx,
    step.printed.map((order) => order.id),
  );
  const standing = locked.filter((order) => !order.canceled_at);
  const detail: JsonObject = { together: standing.length, ...(reason && { reason }) };
  for (const [again, orders] of Map.groupBy(standing, (order) => order.label_printed_at !== null)) {
    const kind = again ? 'label-reprinted' : 'label-printed';
    const side = orders.every((order) => order.fulfiller_id === actor.businessId) ? 'fulfiller' : 'seller';
    const cause = { actor: side, userId: actor.userId, kind, detail } as const;
    await writeFactsOfMany(tx, orders, { label_printed_at: tx.now() }, cause);
  }
  const canceled = locked.filter((order) => order.canceled_at);
  const failed = [
    ...step.failed,
    ...canceled.map((order) => ({
      id: order.id,
      name: String(order.id),
      code: 'order_canceled' as const,
      reason: '',
    })),
  ];
  const partIds = part ? [await insertFile(tx, actor.businessId, part)] : [];
  return { succeeded: standing.length, failed, partIds };
}
