import { z } from 'zod';
import type { RemoteReasonKind } from '#contract/advertisements/sale-reason.ts';
import { understand } from '../../http.ts';
import { type Listing, type ListingReason, reasonOf } from '../listing.ts';
import { orUntold } from '../promotion.ts';
import type { SellerSession } from '../seller-session.ts';
import { remoteTime } from './order.ts';

/** By `sub_status` (developers.mercadolivre.com.br: gerenciar-moderacoes, com-pausa, produto-sincronizacao). */
const bySubStatus: Record<string, RemoteReasonKind> = {
  out_of_stock: 'out_of_stock',
  paused_by_seller: 'seller_paused',
  picture_download_pending: 'pictures_processing',
  picture_downloading_pending: 'pictures_processing',
  waiting_for_patch: 'correction_needed',
  pending_documentation: 'documents_needed',
  held: 'reviewing',
  warning: 'moderated',
  forbidden: 'forbidden',
  banned: 'forbidden',
  suspended: 'suspended',
  freezed: 'suspended',
  expired: 'expired',
  deleted: 'deleted',
};

/** By `status`, if no `sub_status` explains it. */
const byStatus: Record<string, RemoteReasonKind> = {
  payment_required: 'payment_required',
  not_yet_active: 'not_started',
  programmed: 'not_started',
  under_review: 'reviewing',
};

/** Tags of a listing that is on sale and loses exposure. */
const lessVisible = new Set([
  'moderation_penalty',
  'poor_quality_picture',
  'poor_quality_thumbnail',
  'incomplete_technical_specs',
  'lost_me2_by_dimensions',
]);

type Standing = {
  status: string;
  sub_status: readonly string[];
  tags: readonly string[];
  available_quantity: number;
};

/** A code that is not documented is kept as `other`, so that people read the marketplace's own word. */
export function reasonsOf(item: Standing): ListingReason[] {
  const named = item.sub_status.map((code) => reasonOf(bySubStatus[code] ?? 'other', code));
  if (item.status === 'active') {
    const tags = item.tags.filter((tag) => lessVisible.has(tag));
    return [...named, ...tags.map((tag) => reasonOf('less_visible', tag))];
  }
  if (named.length > 0 || item.status === 'closed') return named;
  return [reasonOf(unnamed(item), item.status)];
}

/** Moderation with a pause has a tag instead of a sub status. */
function unnamed({ status, tags, available_quantity: quantity }: Standing): RemoteReasonKind {
  if (status !== 'paused') return byStatus[status] ?? 'other';
  if (tags.includes('moderation_penalty')) return 'moderated';
  return quantity === 0 ? 'out_of_stock' : 'other';
}

const infractions = z.object({
  infractions: z
    .array(
      z.object({
        related_item_id: z.string().nullish(),
        date_created: remoteTime.nullish().catch(null),
        reason: z.string().nullish().catch(null),
        remedy: z.string().nullish().catch(null),
      }),
    )
    .catch([]),
});

const moderated: ReadonlySet<RemoteReasonKind> = new Set([
  'forbidden',
  'suspended',
  'correction_needed',
  'documents_needed',
  'moderated',
]);
const isModerated = ({ kind, code }: ListingReason) => moderated.has(kind) || code === 'moderation_penalty';

/**
 * Adds what the marketplace found and advises. Its log of infractions never ends an entry, so only an item that is
 * moderated now is looked up, and the newest entry counts. Without the log the reason is still known by its code.
 */
export async function withModeration(calls: SellerSession, listing: Listing): Promise<Listing> {
  if (!listing.reasons.some(isModerated)) return listing;
  const path = `/moderations/infractions/${encodeURIComponent(listing.sellerId)}?related_item_id=${encodeURIComponent(listing.id)}`;
  const found = await orUntold(async () =>
    understand(infractions, (await calls.call(path)).json, 'infractions'),
  );
  const [newest] = (found?.infractions ?? [])
    .filter(({ related_item_id: id }) => id === listing.id)
    .toSorted((one, other) => Number(other.date_created ?? 0) - Number(one.date_created ?? 0));
  if (!newest) return listing;
  const { reason, remedy } = newest;
  return {
    ...listing,
    reasons: listing.reasons.map((one) =>
      isModerated(one) ? { ...one, message: reason ?? '', remedy: remedy ?? '' } : one,
    ),
  };
}
