import type { PublicationState } from '#contract/advertisements/publication-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { RemoteItem } from '#server/outside/marketplaces/mercado-livre/items.ts';
import { listVariationRows, lockPublication, publicationChanged } from './publication.queries.ts';

type Wanted = 'active' | 'paused' | 'closed';

const stateOfStatus = (status: string): PublicationState => {
  switch (status) {
    case 'active':
    case 'paused':
    case 'closed':
    case 'under_review':
      return status;
    default:
      // inactive, payment_required, not_yet_active and what is added later: not on sale, and shown by its own name
      return 'paused';
  }
};

/** One state for a publication of several items: on sale as soon as one is. */
export function combinedState(statuses: readonly string[]): PublicationState {
  const states = statuses.map(stateOfStatus);
  for (const state of ['active', 'under_review', 'paused'] as const) if (states.includes(state)) return state;
  return states.length > 0 ? 'closed' : 'publishing';
}

export const editLinkOf = (itemId: string) => `https://www.mercadolivre.com.br/anuncios/${itemId}/modificar`;

/** Writes down what the marketplace says of one item; quantities and prices are the push's own facts. */
export async function applyRemoteItem(tx: Tx, publicationId: number, item: RemoteItem): Promise<void> {
  const row = await lockPublication(tx, publicationId);
  if (!row) return;
  await tx.db
    .updateTable('publication_variations')
    .set({
      remote_status: item.status,
      remote_sub_status: item.subStatus,
      remote_user_product_id: item.userProductId,
      link: item.link,
    })
    .where('publication_id', '=', publicationId)
    .where('remote_item_id', '=', item.id)
    .execute();
  const variations = await listVariationRows(tx, [publicationId]);
  const created = variations.filter((variation) => variation.remote_item_id !== null);
  const state = combinedState(created.map((variation) => variation.remote_status));
  const wanted = wantedAfter(row, state, item);
  const isFirst = row.remote_item_id === null || row.remote_item_id === item.id;
  await tx.db
    .updateTable('publications')
    .set({
      state,
      wanted_state: wanted,
      synced_at: tx.now(),
      ...(isFirst && {
        remote_status: item.status,
        remote_sub_status: item.subStatus,
        remote_item_id: item.id,
        link: item.link,
        edit_link: editLinkOf(item.id),
        // The marketplace may move an item to another category by itself.
        category_id: item.categoryId,
        ...(item.categoryId !== row.category_id && { category_name: '' }),
      }),
    })
    .where('id', '=', publicationId)
    .execute();
  publicationChanged(tx, row.business_id);
}

/** What a person did in the marketplace's own panel is what he wants, unless a wish of ours is still on its way. */
function wantedAfter(
  row: { wanted_state: string; unsent: string[] },
  state: PublicationState,
  item: RemoteItem,
): Wanted {
  const wanted = row.wanted_state as Wanted;
  if (state === 'closed') return 'closed';
  if (row.unsent.includes('state')) return wanted;
  if (state === 'active') return 'active';
  if (state === 'paused' && item.subStatus.includes('paused_by_seller')) return 'paused';
  return wanted;
}
