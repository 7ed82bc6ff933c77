import type { ImageLinks } from '#contract/products/image.ts';
import { applyLinks, refuseTogether } from '#server/db/change-set.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';

/** The owner of pictures: the product, or one of its variations. */
export type ImageOwner = { variationId: number | null; links: ImageLinks; path: string[] };

/** Applies the picture changes of a product and its variations. `order` sorts the kept ones; new ones come last. */
export async function writeImages(
  tx: Tx,
  actor: Actor,
  productId: number,
  owners: readonly ImageOwner[],
): Promise<void> {
  if (owners.length === 0) return;
  const known = await lockOwnImages(tx, actor, owners);
  const present = await tx.db
    .selectFrom('product_images')
    .select(['id', 'image_id', 'variation_id'])
    .where('business_id', '=', actor.businessId)
    .where('product_id', '=', productId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const linked = linkImages(owners, known);
  const gone: number[] = [];
  const rows = owners.flatMap(({ variationId, links }, place) => {
    const mine = present.filter((row) => row.variation_id === variationId);
    gone.push(...mine.map((row) => row.id));
    const kept = mine.map((row) => row.image_id).filter((id) => !links.remove?.includes(id));
    const all = [...new Set([...kept, ...(linked[place] ?? [])])];
    const order = links.order ?? all;
    // Images that the order does not name follow those that it names, in their former order.
    const rank = (id: number) => (order.includes(id) ? order.indexOf(id) : order.length + all.indexOf(id));
    return all
      .toSorted((one, other) => rank(one) - rank(other))
      .map((imageId, position) => ({
        business_id: actor.businessId,
        product_id: productId,
        image_id: imageId,
        variation_id: variationId,
        position,
      }));
  });
  if (gone.length > 0) await tx.db.deleteFrom('product_images').where('id', 'in', gone).execute();
  if (rows.length > 0) await tx.db.insertInto('product_images').values(rows).execute();
}

/** The business's own images, locked until the commit: a concurrent removal waits and then finds them in use. */
async function lockOwnImages(
  tx: Tx,
  actor: Actor,
  owners: readonly ImageOwner[],
): Promise<ReadonlySet<number>> {
  const wanted = owners.flatMap(({ links }) => links.add ?? []);
  if (wanted.length === 0) return new Set();
  const own = await tx.db
    .selectFrom('images')
    .select('id')
    .where('business_id', '=', actor.businessId)
    .where('id', 'in', wanted)
    .forKeyShare()
    .execute();
  return new Set(own.map(({ id }) => id));
}

/** The ids that each owner links; each unknown id is an error at its own path. */
function linkImages(owners: readonly ImageOwner[], known: ReadonlySet<number>): number[][] {
  const linked: number[][] = owners.map(() => []);
  refuseTogether(
    owners.map(({ links, path }, place) => ({
      path,
      check: () => {
        if (links.upload?.length) throw new Fault('invalid', { fields: { images: { upload: 'not_found' } } });
        applyLinks('images', links.add, { known, add: (id) => void linked[place]?.push(id) });
      },
    })),
  );
  return linked;
}
