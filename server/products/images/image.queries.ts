import { type SqlBool, sql } from 'kysely';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { type ImageRow, imageFilter, imageSorts } from '#contract/products/image.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

const uses = sql<number>`((select count(distinct pi.product_id)::int from product_images pi
    where pi.business_id = i.business_id and pi.image_id = i.id)
  + (select count(*)::int from advertisement_images a where a.image_id = i.id)
  + (select count(*)::int from publication_images b where b.image_id = i.id))`;

/** Photos of a faulty delivery, return or volume belong to that record and not to the goods. */
export const isOfGoods = sql<SqlBool>`not exists (select from reported_problem_images m
  where m.business_id = i.business_id and m.image_id = i.id)
  and not exists (select from parcel_return_images m
  where m.business_id = i.business_id and m.image_id = i.id)
  and not exists (select from volume_event_images m
  where m.business_id = i.business_id and m.image_id = i.id)`;

const spec = listSpec({
  fields: imageFilter,
  sortedBy: imageSorts,
  sql: {
    name: sql`i.name`,
    used: { where: ([yes]) => sql`(${uses} > 0) = ${yes}` },
    created: sql`i.created_at`,
    id: sql`i.id`,
  },
  search: sql`fold(i.name)`,
  sorts: { id: sql`i.id`, name: sql`i.name`, bytes: sql`i.bytes` },
  required: ['name', 'bytes'],
  defaultSort: '-id',
  id: sql`i.id`,
});

function imageRows(tx: Tx, actor: Actor) {
  return (
    tx.db
      .selectFrom('images as i')
      // Pictures of suppliers' offers are visible too: a list of the caller's own pictures must filter by owner.
      .where('i.business_id', '=', actor.businessId)
      .where(isOfGoods)
      .select(['i.id', 'i.name', 'i.width', 'i.height', 'i.bytes', 'i.created_at as createdAt'])
      .select(uses.as('uses'))
  );
}

export function listImages(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<ImageRowIn>> {
  return listPage(tx, imageRows(tx, actor), spec, query);
}

export type ImageRowIn = Omit<ImageRow, 'createdAt'> & { createdAt: Date };

export async function findImages(tx: Tx, actor: Actor, ids: readonly number[]): Promise<ImageRowIn[]> {
  if (ids.length === 0) return [];
  const rows = await imageRows(tx, actor).where('i.id', 'in', ids).execute();
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** Where the bytes of an image are stored, if it is the caller's own or visible through an offer. */
export function findImageFile(tx: Tx, id: number, part: 'file_id' | 'thumbnail_file_id') {
  return tx.db
    .selectFrom('images as i')
    .innerJoin('files as f', 'f.id', `i.${part}`)
    .where('i.id', '=', id)
    .select(['f.business_id', 'f.sha256', 'f.content_type'])
    .executeTakeFirst();
}
