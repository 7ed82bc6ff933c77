/** Prices the seller may set; null is not sent. */
export type Band = { min: number | null; max: number | null; suggested: number | null };

/** An item that is invited to a campaign, or takes part in it. */
export type Offer = {
  item_id: string;
  /** Of the ids `CANDIDATE-{item}-{number}` and `OFFER-{item}-{number}`. */
  number: number;
  state: 'candidate' | 'joined' | 'left';
  /** Prices without a value here follow from the regular price. */
  band: Partial<Band>;
  /** The marketplace's price, if it does not follow from the shares. */
  given: number | null;
  /** The price of an item that takes part, and that for the best buyers. */
  price: number | null;
  top_price: number | null;
  meli_percent: number | null;
  seller_percent: number | null;
  stock: { min: number; max: number };
  /** What is left of the reserved stock. */
  reserved: number | null;
  /** Own dates, in the place of those of the campaign. */
  start: string | null;
  finish: string | null;
  /** The status that was notified last. */
  told: OfferStatus | null;
};

export type OfferStatus = 'candidate' | 'pending' | 'started' | 'finished';

export type Campaign = {
  id: string;
  seller_id: number;
  type: string;
  sub_type: string | null;
  name: string;
  start: string;
  /** Null: until it is ended. */
  finish: string | null;
  /** The last moment to join. */
  deadline: string | null;
  meli_percent: number;
  seller_percent: number;
  /** Every suitable item is invited, later ones too. */
  forEveryItem: boolean;
  /** By item. */
  offers: Record<string, Offer>;
};
