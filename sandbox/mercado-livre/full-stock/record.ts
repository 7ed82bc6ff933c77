/** Units that are not for sale; `condition` of damaged and unsupported ones. */
export type Unavailable = { status: string; quantity: number; condition: string | null };

export type OperationType =
  | 'INBOUND_RECEPTION'
  | 'SALE_CONFIRMATION'
  | 'SALE_CANCELATION'
  | 'ADJUSTMENT'
  | 'WITHDRAWAL_DELIVERY';

export type StockOperation = {
  id: number;
  date_created: string;
  type: OperationType;
  /** Change of the units for sale. */
  change: number;
  available: number;
  unavailable: Unavailable[];
  shipment_id: number | null;
};

/** Goods of one item, variation or user product in the marketplace's warehouses ("Full"). */
export type Inventory = {
  id: string;
  seller_id: number;
  item_id: string;
  variation_id: number | null;
  user_product_id: string | null;
  unavailable: Unavailable[];
  operations: StockOperation[];
};
