/** Of an item without models the id is 0. */
export type DiscountedModel = {
  model_id: number;
  price: number;
  /** Units at this price; null is no limit. */
  stock: number | null;
  sold: number;
};

export type DiscountedItem = { item_id: number; purchase_limit: number; models: DiscountedModel[] };

export type Discount = {
  discount_id: number;
  shop_id: number;
  discount_name: string;
  start_time: string;
  end_time: string;
  /** 0 the seller, 1 the marketplace's staff, 7 a live stream. */
  source: number;
  update_time: string;
  items: DiscountedItem[];
};
