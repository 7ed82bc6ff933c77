/** Rules of a type of campaign, as the documentation of each type describes them. */
export type Kind = {
  /** Of its ids: `P-MLB…`, `C-MLB…`, `LGH-MLB…`, `DOD-MLB…`. */
  prefix: 'P' | 'C' | 'LGH' | 'DOD';
  /** The seller sets a price within a band, or accepts that of the marketplace. */
  price: 'of-seller' | 'of-marketplace';
  /** Joining names the candidate. */
  namesCandidate: boolean;
  /** Leaving names the offer. */
  namesOffer: boolean;
  /** The item alone determines the campaign. */
  withoutId: boolean;
  /** Stock is reserved for the offer, or the range is information only. */
  stock: 'reserved' | 'informative' | null;
  /** `PUT` changes the price of an offer. */
  changeable: boolean;
  /** A started offer cannot be left. */
  binding: boolean;
  /** The seller's own: requires a green reputation. */
  own: boolean;
  /** An item that left is not invited again. */
  once: boolean;
};

const ofSeller: Kind = {
  prefix: 'P',
  price: 'of-seller',
  namesCandidate: false,
  namesOffer: false,
  withoutId: false,
  stock: null,
  changeable: true,
  binding: false,
  own: false,
  once: false,
};
const coFunded: Kind = {
  ...ofSeller,
  price: 'of-marketplace',
  changeable: false,
  namesCandidate: true,
  namesOffer: true,
};
const short: Kind = { ...ofSeller, changeable: false, withoutId: true, binding: true };

/** A type that is not listed here is shown, but an item cannot join it through the API. */
const kinds: Record<string, Kind> = {
  DEAL: ofSeller,
  SELLER_CAMPAIGN: { ...ofSeller, prefix: 'C', own: true },
  PRICE_DISCOUNT: { ...ofSeller, changeable: false, withoutId: true, own: true },
  MARKETPLACE_CAMPAIGN: { ...coFunded, namesCandidate: false },
  SMART: coFunded,
  PRICE_MATCHING: coFunded,
  PRICE_MATCHING_MELI_ALL: { ...coFunded, once: true },
  PRE_NEGOTIATED: { ...coFunded, once: true },
  UNHEALTHY_STOCK: { ...coFunded, once: true },
  LIGHTNING: { ...short, prefix: 'LGH', stock: 'reserved' },
  DOD: { ...short, prefix: 'DOD', stock: 'informative' },
};

export const OWN_DISCOUNT = 'PRICE_DISCOUNT';
export const OWN_CAMPAIGN = 'SELLER_CAMPAIGN';
/** All of the discount is paid by the marketplace, which adds the items itself. */
export const AUTOMATIC = 'PRICE_MATCHING_MELI_ALL';

/** Those that an item can join, apart from own discounts. */
export const kindNames = Object.keys(kinds).filter((name) => name !== OWN_DISCOUNT);

export const kindOf = (type: string): Kind | null =>
  Object.hasOwn(kinds, type) ? (kinds[type] ?? null) : null;
