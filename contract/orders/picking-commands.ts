/** Usual reasons for missing goods. */
export const shortReasons = ['empty', 'fewer', 'damaged'] as const;
export type ShortReason = (typeof shortReasons)[number];

/** On paper at the cart: scanned twice at a stop, a code says that the product is not there, and why. */
export const shortCodes: Readonly<Record<ShortReason, string>> = {
  empty: 'EASY-VAZIO',
  fewer: 'EASY-MENOS',
  damaged: 'EASY-AVARIA',
};

/** The reason that a scanned code declares; undefined if it is the code of a product or a location. */
export const shortReasonOf = (code: string): ShortReason | undefined =>
  shortReasons.find((reason) => shortCodes[reason] === code.trim().toUpperCase());
