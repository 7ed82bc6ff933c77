import type { Selectable } from 'kysely';
import type { OfferChange } from '#contract/dropshipping/dropship-item.ts';
import { entriesOf } from '#contract/entries.ts';
import type { DropshipItems } from '#server/db/types.ts';

/** Editable fields of an offer by column; the buffer belongs to the stock level. */
export const offerColumns = {
  quantityCap: 'quantity_cap',
  price: 'price_centavos',
  active: 'active',
  linkedOnly: 'linked_only',
  example: 'example',
} as const satisfies Record<Exclude<keyof OfferChange, 'buffer'>, keyof Selectable<DropshipItems>>;

export const columnsOfOffer = (offer: OfferChange) =>
  Object.fromEntries(entriesOf(offerColumns).map(([field, column]) => [column, offer[field]]));
