import { z } from 'zod';
import { isRoll, type PlacesToPrint, placePapers, readArrows } from '#contract/inventory/place-label.ts';
import { type RunFailure, startBulkRun } from '#server/business/bulk-run.ts';
import { type BulkWork, stepBulkRun } from '#server/business/bulk-step.ts';
import { fileFromMemory } from '#server/business/files/kept-file.ts';
import { labelTypes, mergeLabels } from '#server/business/files/merge-labels.ts';
import {
  findFile,
  insertFile,
  putFile,
  readStored,
  type StoredFile,
} from '#server/business/files/stored-file.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { findSelectedLocations } from '#server/inventory/warehouse/inventory-location.queries.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { findPositionsToLabel, labelOfPosition, type PlaceLabel } from './place-label.ts';
import { placesPdf } from './place-pdf.ts';
import { placeZpl } from './place-zpl.ts';

/** Labels of many positions: started here, made by a job. */
export async function startPrintingPlaces(tx: Tx, actor: Actor, body: PlacesToPrint) {
  const { paper, format, arrows, ...selection } = body;
  const ids = await findSelectedLocations(tx, actor, selection);
  const found = await findPositionsToLabel(tx, actor, ids);
  return startBulkRun(tx, actor, {
    kind: 'place_labels',
    task: 'inventory.print-places',
    items: found.map(({ id, code }) => ({ id, code })),
    input: { paper, format, arrows },
    records: ids,
  });
}

const item = z.object({ id: z.number(), code: z.string() });
type Item = z.output<typeof item>;
const asked = z.object({ paper: z.enum(placePapers), format: z.enum(['pdf', 'zpl']), arrows: z.string() });
type Asked = z.output<typeof asked>;

const printing: BulkWork<Item> = {
  task: 'inventory.print-places',
  permission: 'locations.label',
  item,
  // Fills whole sheets of both kinds, so that no sheet is begun twice.
  batchSize: 224,
  nameOf: ({ id, code }) => ({ id, name: code }),
  async work(job, { actor, input, items }) {
    const { arrows, ...paper } = asked.parse(input);
    const ids = items.map(({ id }) => id);
    const found = await job.inBusiness(actor.businessId, (tx) => findPositionsToLabel(tx, actor, ids));
    const gone = items.filter(({ id }) => !found.some((position) => position.id === id));
    const failed = gone.map(
      ({ id, code }): RunFailure => ({ id, name: code, code: 'not_found', reason: '' }),
    );
    const labels = found.map((position) => labelOfPosition(position, readArrows(arrows)));
    const part = labels.length > 0 ? await put(job, actor, [await draw(labels, paper)], paper.format) : null;
    return async (tx) => ({
      succeeded: labels.length,
      failed,
      partIds: part ? [await insertFile(tx, actor.businessId, part)] : [],
    });
  },
  async join(job, actor, run) {
    const parts: Buffer[] = [];
    for (const id of run.part_ids) {
      const row = await job.inBusiness(actor.businessId, (tx) => findFile(tx, id));
      parts.push(await readStored(job, row));
    }
    return put(job, actor, parts, asked.parse(run.input).format);
  },
};

/** Task `inventory.print-places`. */
export const printPlacesTask = (job: JobContext, payload: unknown) => stepBulkRun(job, payload, printing);

async function draw(
  labels: readonly PlaceLabel[],
  { paper, format }: Pick<Asked, 'paper' | 'format'>,
): Promise<Buffer> {
  if (format === 'zpl' && isRoll(paper))
    return Buffer.from(labels.map((label) => placeZpl(label, paper)).join(''));
  return placesPdf(labels, paper);
}

async function put(
  job: JobContext,
  actor: Actor,
  parts: readonly Buffer[],
  format: Asked['format'],
): Promise<StoredFile> {
  const file = fileFromMemory(`etiquetas.${format}`, await mergeLabels(parts, format), labelTypes[format]);
  return putFile(
    (work) => job.inBusiness(actor.businessId, work),
    job.outside.storage,
    actor.businessId,
    file,
  );
}
