import { sql } from 'kysely';
import type { Import } from '#contract/business/import/import.ts';
import {
  type ImportPicture,
  importPictureFilter,
  importPictureSorts,
  type PictureFault,
} from '#contract/business/import/import-pictures.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { pictureJob } from '#server/products/images/download-pictures.ts';
import { findImport, findOwnImport, readImport } from './import-record.ts';

const spec = listSpec({
  fields: importPictureFilter,
  sql: { state: sql`d.state` },
  search: null,
  sortedBy: importPictureSorts,
  sorts: { id: sql`d.id` },
  required: ['id'],
  defaultSort: 'id',
  id: sql`d.id`,
});

/** The pictures that an import named by their addresses. */
export async function listImportPictures(
  tx: Tx,
  actor: Actor,
  importId: number,
  query: ListQuery,
): Promise<Page<ImportPicture>> {
  await findImport(tx, actor, importId);
  const rows = tx.db
    .selectFrom('picture_downloads as d')
    .innerJoin('products as p', 'p.id', 'd.product_id')
    .select(['d.id', 'd.url', 'd.state', 'd.fault', 'd.product_id', 'p.name'])
    .where('d.business_id', '=', actor.businessId)
    .where('d.import_id', '=', importId);
  const found = await listPage(tx, rows, spec, query);
  return {
    ...found,
    items: found.items.map(({ id, url, state, fault, product_id, name }) => ({
      ...{ id, url },
      product: { id: product_id, name },
      state: state as ImportPicture['state'],
      fault: fault as PictureFault | null,
    })),
  };
}

/** Downloads the failed pictures of an import once more. */
export async function retryImportPictures(tx: Tx, actor: Actor, importId: number): Promise<Import> {
  await findOwnImport(tx, actor, importId);
  await tx.db
    .updateTable('picture_downloads')
    .set({ state: 'waiting', attempts: 0, retry_at: tx.now() })
    .where('business_id', '=', actor.businessId)
    .where('import_id', '=', importId)
    .where('state', '=', 'failed')
    .execute();
  tx.enqueue(pictureJob(actor.businessId));
  tx.changed(actor.businessId, 'imports');
  return readImport(tx, actor, importId);
}
