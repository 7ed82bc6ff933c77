import type {
  LinkBody,
  LinkSuggestion,
  MatchReason,
  RemoteListing,
} from '#contract/advertisements/publication-link.ts';
import type { PartValues } from '../advertisement-values.ts';
import { costOfParts, partsOf } from './existing-ad.ts';

/** A variation of one of many ads: composition, and new price or margin. */
export type AdLine = {
  variation: RemoteListing['variations'][number];
  taken: boolean;
  /** How its parts were matched; null if chosen by hand. */
  by: MatchReason | null;
  parts: PartValues[];
  price: number | null;
  margin: number | null;
  leads: 'price' | 'margin';
};
export type ManyAd = { listing: RemoteListing; lines: AdLine[] };

/** Matches by title have to be checked before they are taken. */
export const draftsOf = (listings: readonly RemoteListing[]): ManyAd[] =>
  listings.map((listing) => ({
    listing,
    lines: listing.variations.map((variation) => {
      const [surest] = variation.suggestions;
      return {
        ...{ variation, price: variation.price, margin: null, leads: 'price' as const },
        taken: surest !== undefined && surest.by !== 'title',
        ...(surest ? suggested(surest) : { by: null, parts: [] }),
      };
    }),
  }));

export const suggested = (suggestion: LinkSuggestion) => ({ by: suggestion.by, parts: partsOf(suggestion) });

export const costOfLine = ({ parts }: AdLine) => costOfParts(parts);

const isWhole = ({ parts, leads, price, margin }: AdLine): boolean =>
  parts.length > 0 &&
  parts.every(({ quantity }) => quantity !== null && quantity >= 1) &&
  (leads === 'price' ? isFigure(price) && price > 0 : isFigure(margin));
const isFigure = (value: number | null): value is number => value !== null && !Number.isNaN(value);

/** The body for one ad; null if nothing is taken or a line is incomplete. */
export function bodyOfAd({ listing, lines }: ManyAd): LinkBody | null {
  const taken = lines.filter((line) => line.taken);
  if (taken.length === 0 || !taken.every(isWhole)) return null;
  return {
    account: listing.account.id,
    link: listing.remoteItem,
    variations: taken.map(({ variation, parts, leads, price, margin }) => ({
      remoteVariation: variation.remoteVariation,
      components: parts.map(({ offer, quantity }) => ({ offer: offer.id, quantity: quantity ?? 1 })),
      ...(leads === 'margin' && margin !== null
        ? { marginBasisPoints: margin }
        : price !== variation.price && price !== null && { price }),
    })),
  };
}
