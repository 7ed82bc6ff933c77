import type { ImageLinks } from '#contract/products/image.ts';
import type { Product, ProductBody, ProductChange } from '#contract/products/product.ts';
import { storeImages, type Transactions } from '#server/business/files/store-images.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import type { Upload } from '#server/http/uploads.ts';
import type { Storage } from '#server/outside/storage.ts';

type Sent = {
  actor: Actor;
  files: readonly Upload[];
  outside: { storage: Storage };
} & Transactions<Product>;

/** Saves a product and the pictures uploaded with it, in one transaction. */
export async function saveWithPictures<B extends ProductBody | ProductChange>(
  { actor, files, outside, transact, conclude }: Sent,
  body: B,
  save: (tx: Tx, body: B) => Promise<Product>,
): Promise<Product> {
  if (!actorCan(actor, 'products.update')) fail('forbidden');
  if (files.length === 0) return conclude((tx) => save(tx, body));
  return storeImages({ transact, conclude }, outside.storage, actor, files, (tx, ids) => {
    const idOf = new Map(files.map(({ part }, index) => [part, ids[index] ?? 0]));
    return save(tx, placePictures(body, idOf));
  });
}

/** Replaces the names of parts by the ids of stored pictures; a picture that no field names belongs to the product. */
export function placePictures<B extends ProductBody | ProductChange>(
  body: B,
  idOf: ReadonlyMap<string, number>,
): B {
  const named = new Set<string>();
  const place = (links: ImageLinks | undefined): ImageLinks | undefined => {
    if (!links) return undefined;
    const { add = [], upload = [], order, ...rest } = links;
    for (const name of upload) named.add(name);
    const ids = upload.flatMap((name) => idOf.get(name) ?? []);
    return {
      ...rest,
      add: [...add, ...ids],
      // A name without a part is kept, and is refused later together with unknown ids.
      upload: upload.filter((name) => !idOf.has(name)),
      ...(order && {
        order: order.map((item) => (typeof item === 'string' ? (idOf.get(item) ?? item) : item)),
      }),
    };
  };
  const { variations } = body;
  const placed = {
    ...body,
    ...(variations && {
      variations: {
        ...variations,
        ...(variations.create && {
          create: variations.create.map((item) => ({ ...item, images: place(item.images) })),
        }),
        ...(variations.update && {
          update: Object.fromEntries(
            Object.entries(variations.update).map(([id, item]) => [
              id,
              { ...item, images: place(item.images) },
            ]),
          ),
        }),
      },
    }),
    images: place(body.images),
  };
  const unnamed = [...idOf].filter(([part]) => !named.has(part)).map(([, id]) => id);
  if (unnamed.length === 0) return placed;
  return { ...placed, images: { ...placed.images, add: [...(placed.images?.add ?? []), ...unnamed] } };
}
