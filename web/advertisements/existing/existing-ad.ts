import type { LinkBody, LinkedVariation, LinkSuggestion } from '#contract/advertisements/publication-link.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import { multiplyMoney, sumMoney } from '#contract/money.ts';
import { newTempId } from '../../ui/form/collection.ts';
import type { PartValues } from '../advertisement-values.ts';

export type FoundAd = NonNullable<ResponseOf<typeof api.publications.findLink>['found']>;

/** A variation of an ad to link: its composition and its new price. */
export type DraftVariation = {
  remoteVariation: string;
  name: string;
  sku: string;
  gtin: string;
  before: Pick<LinkedVariation, 'price' | 'promotion' | 'quantity'>;
  /** Its own parcel; null: that of the ad. */
  package: LinkedVariation['package'];
  suggestions: LinkSuggestion[];
  parts: PartValues[];
  /** Unchanged if the variation is not taken. */
  taken: boolean;
  price: number | null;
  margin: number | null;
  leads: 'price' | 'margin';
};

export function draftOf(variation: LinkedVariation): DraftVariation {
  const { remoteVariation, remoteItem, name, sku, gtin, price, promotion, quantity, suggestions } = variation;
  const [surest] = suggestions;
  return {
    remoteVariation: remoteVariation ?? remoteItem,
    ...{ name, sku, gtin, suggestions, package: variation.package },
    before: { price, promotion, quantity },
    parts: surest ? partsOf(surest) : [],
    taken: true,
    ...{ price, margin: null, leads: 'price' },
  };
}

export const partsOf = ({ parts }: LinkSuggestion): PartValues[] =>
  parts.map(({ supplier, ...part }) => ({ ...part, tempId: newTempId(), supplier: supplier?.name ?? '' }));

export const costOfParts = (parts: readonly PartValues[]): number =>
  sumMoney(parts.map((part) => multiplyMoney(part.price ?? 0, part.quantity ?? 0)));
export const costOfDraft = ({ parts }: DraftVariation): number => costOfParts(parts);

const isComposed = ({ parts }: DraftVariation): boolean =>
  parts.length > 0 && parts.every(({ quantity }) => quantity !== null && quantity >= 1);

/** At least one variation is taken, and each taken one has a composition. */
export const mayPrice = (variations: readonly DraftVariation[]): boolean => {
  const taken = variations.filter((one) => one.taken);
  return taken.length > 0 && taken.every(isComposed);
};

export const isPriced = ({ price }: DraftVariation): boolean =>
  price !== null && !Number.isNaN(price) && price > 0;

export function bodyOf(account: number, ad: FoundAd, variations: readonly DraftVariation[]): LinkBody {
  return {
    account,
    link: ad.remoteItem,
    variations: variations
      .filter((one) => one.taken)
      .map(({ remoteVariation, parts, price }) => ({
        remoteVariation,
        components: parts.map(({ offer, quantity }) => ({ offer: offer.id, quantity: quantity ?? 1 })),
        ...(price !== null && { price }),
      })),
  };
}
