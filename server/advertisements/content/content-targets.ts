import type { ContentChange } from '#contract/advertisements/content-change.ts';
import { contentFieldOf } from '#contract/advertisements/content-field.ts';
import type { BulkSelection } from '#contract/bulk.ts';
import { findSelectedAdvertisements } from '#server/advertisements/advertisement.queries.ts';
import { findUnpublished } from '#server/advertisements/reprice.queries.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import {
  type ContentTarget,
  findOwnContent,
  findPicture,
  findPublicationContent,
  type Picture,
} from './content.queries.ts';

type Asked = { change: ContentChange; own: boolean };

/** The selected advertisements themselves, if they are to change too, each followed by its open publications. */
export async function findTargets(tx: Tx, selection: BulkSelection, { change, own }: Asked) {
  const ids = await findSelectedAdvertisements(tx, selection);
  const fields = [contentFieldOf(change)];
  const isOwn = own && change.kind !== 'attribute_set';
  const publications = await findPublicationContent(tx, { advertisements: ids }, fields);
  const owned = isOwn ? await findOwnContent(tx, ids, fields) : [];
  const unpublished = isOwn || ids.length === 0 ? [] : await findUnpublished(tx, ids);
  const added = await findAdded(tx, change);
  return { selected: ids.length, targets: inOrder([...owned, ...publications]), unpublished, added };
}

/** The picture that the change adds. */
export async function findAdded(tx: Tx, change: ContentChange): Promise<Picture | null> {
  if (change.kind !== 'picture_add') return null;
  return (await findPicture(tx, change.image)) ?? fail('picture_gone');
}

/** By advertisement, which comes before its publications. */
const inOrder = (targets: readonly ContentTarget[]) =>
  targets.toSorted((one, other) => other.advertisement.id - one.advertisement.id);
