import { sql } from 'kysely';
import { asJpeg } from '#server/business/files/jpeg.ts';
import type { Tx } from '#server/db/transaction.ts';
import { listPublicationImages } from './publication.queries.ts';
import { type PublicationWork, Refused } from './publication-job.ts';
import type { Pictures } from './publication-target.ts';

export const noPictures: Pictures = { all: [], byVariation: new Map() };

/** The publication's pictures at the marketplace; uploads missing ones. */
export async function uploadPictures(work: PublicationWork): Promise<Pictures> {
  const { context, session, target } = work;
  const { pictureSide, picturesOf } = session.marketplace.capabilities(session.tags);
  const listing = picturesOf === 'listing' ? listingOf(target) : null;
  const ids: string[] = [];
  const images = await context.transact((tx) => listPublicationImages(tx, target.id));
  for (const image of images) {
    if (image.remote_picture_id) {
      ids.push(image.remote_picture_id);
      continue;
    }
    const key = await context.transact((tx) => storageKey(tx, image.file_id));
    if (!key) throw new Refused('image_missing', [{ field: 'images', message: image.name ?? '' }]);
    const bytes = await asJpeg(await context.outside.storage.read(key), pictureSide);
    const file = { name: `${image.id}.jpg`, bytes, contentType: 'image/jpeg' };
    const remoteId = await session.marketplace.listings.uploadPicture(session, file, listing);
    await context.transact((tx) => storePicture(tx, image.row_id, remoteId));
    ids.push(remoteId);
  }
  const owners = await context.transact((tx) => findColourPhotos(tx, target.id));
  const byVariation = new Map(
    target.variations.flatMap(({ id }) => {
      const own = picturesOfVariation(images, ids, owners, id);
      return own.length > 0 ? [[id, own] as const] : [];
    }),
  );
  return { all: ids, byVariation };
}

const listingOf = ({ variations }: PublicationWork['target']) =>
  variations.find((variation) => variation.remote_item_id !== null)?.remote_item_id ?? null;

type ColourPhoto = { image_id: number; variations: number[] };

/** Photos of one color only, by image: variations of the publication made of that color; empty: another color. */
async function findColourPhotos(tx: Tx, publicationId: number): Promise<ReadonlyMap<number, number[]>> {
  const { rows } = await sql<ColourPhoto>`
    select i.image_id, coalesce(array_agg(distinct v.id) filter (where v.id is not null), '{}') as variations
    from publication_images i join product_images pi on pi.image_id = i.image_id
      left join dropship_items d on d.variation_id = pi.variation_id
      left join publication_components c on c.dropship_item_id = d.id
      left join publication_variations v on v.id = c.publication_variation_id and v.publication_id = i.publication_id
    where i.publication_id = ${publicationId}
    group by i.image_id having bool_and(pi.variation_id is not null)`.execute(tx.db);
  return new Map(rows.map((row) => [row.image_id, row.variations]));
}

/** The photos of its own color first, then those of no single color, and never another's. */
function picturesOfVariation(
  images: readonly { id: number }[],
  ids: readonly string[],
  owners: ReadonlyMap<number, number[]>,
  variation: number,
): string[] {
  const at = (isWanted: (owned: number[] | undefined) => boolean) =>
    ids.filter((_, index) => isWanted(owners.get(images[index]?.id ?? 0)));
  return [...at((owned) => owned?.includes(variation) === true), ...at((owned) => owned === undefined)];
}

async function storageKey(tx: Tx, fileId: number | null): Promise<string | null> {
  if (fileId === null) return null;
  const file = await tx.db
    .selectFrom('files')
    .select(['business_id', 'sha256'])
    .where('id', '=', fileId)
    .executeTakeFirst();
  return file ? `${file.business_id}/${file.sha256}` : null;
}

async function storePicture(tx: Tx, rowId: number, remoteId: string): Promise<void> {
  await tx.db
    .updateTable('publication_images')
    .set({ remote_picture_id: remoteId })
    .where('id', '=', rowId)
    .execute();
}
