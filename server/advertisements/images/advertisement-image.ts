import type {
  AdvertisementImage,
  ImagesOfAdvertisement,
} from '#contract/advertisements/advertisement-image.ts';
import { marketplaceNames } from '#contract/marketplaces/marketplace.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import type { Tx } from '#server/db/transaction.ts';
import { capabilitiesOf } from '#server/marketplaces/account-capabilities.ts';
import type { Outside } from '#server/outside/outside.ts';
import {
  listConnectedMarketplaces,
  listPictured,
  listPicturesOf,
  type PictureRow,
} from './advertisement-image.queries.ts';

type Limits = { marketplace: string; side: number; bytes: number; pictures: number };

/** Pictures by advertisement, each checked against the marketplaces on which the business sells. */
export async function listAdvertisementImages(
  tx: Tx,
  outside: Outside,
  query: ListQuery,
): Promise<Page<ImagesOfAdvertisement>> {
  const places = await listConnectedMarketplaces(tx);
  const limits = places.map((place): Limits => {
    const { pictureSide, mostPictureBytes, mostPictures } = capabilitiesOf(outside, place);
    return {
      marketplace: marketplaceNames[place.marketplace],
      ...{ side: pictureSide.shortest, bytes: mostPictureBytes, pictures: mostPictures },
    };
  });
  const page = await listPictured(tx, query, {
    side: Math.max(0, ...limits.map(({ side }) => side)),
    bytes: Math.min(Number.MAX_SAFE_INTEGER, ...limits.map(({ bytes }) => bytes)),
    pictures: Math.min(10_000, ...limits.map(({ pictures }) => pictures)),
  });
  const pictures = await listPicturesOf(
    tx,
    page.items.map(({ id }) => id),
  );
  const items = page.items.map(({ id, product }) => ({
    ...{ id, product },
    images: pictures
      .filter(({ advertisement }) => advertisement === id)
      .map(({ advertisement: _, ...picture }) => ({ ...picture, refused: refusalsOf(picture, limits) })),
  }));
  return { ...page, items };
}

function refusalsOf(
  { width, height, bytes, place }: Omit<PictureRow, 'advertisement'>,
  limits: readonly Limits[],
): AdvertisementImage['refused'] {
  return limits.flatMap(({ marketplace, ...most }) => {
    const found: AdvertisementImage['refused'] = [];
    if (Math.max(width, height) < most.side)
      found.push({ marketplace, fault: 'too_small', limit: most.side });
    if (bytes > most.bytes) found.push({ marketplace, fault: 'too_heavy', limit: most.bytes });
    if ((place ?? 0) > most.pictures) found.push({ marketplace, fault: 'too_many', limit: most.pictures });
    return found;
  });
}
