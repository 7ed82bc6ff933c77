/**
 * Domain events: what an area tells the areas above it, which it does not import. An event is published inside the
 * transaction in which it happens, and its subscribers run in that transaction, one after another; if one of them fails,
 * nothing has happened. `server/subscribers.ts` lists the subscribers of each event in their order.
 */
export type DomainEvents = {
  /** A person leaves a business because their account is removed. `again`: their removal is repeated after a restore. */
  'membership.ended': { businessId: number; userId: number; again: boolean };
  /** A business ends; the transaction acts for it. */
  'business.ended': { businessId: number };
  /** A trade link was blocked, unblocked, held back or released: what the seller may sell of the supplier changed. */
  'trade.changed': { sellerId: number; supplierId: number };

  /** Sellable units of these stock rows changed, or the price of offers made of them. */
  'stock.changed': { stockIds: readonly number[] };
  /** Units of these stock rows became sellable (again): sales that are short of them may get them. */
  'stock.freed': { stockIds: readonly number[] };
  /** Lots of the business are past their last day; their units are held back already. */
  'lots.expired': { businessId: number };
  /** Units of a volume are about to be allocated to other volumes. Sales are locked before stock and volumes. */
  'allocations.moving': { orderIds: readonly number[] };
  /** A count may withdraw what this sale has reserved. Sales are locked before stock. */
  'reservation.withdrawing': { orderId: number; sellerId: number };
  /** A count found less than was reserved: the sale lost all that it had reserved and nobody had picked. */
  'reservation.withdrawn': { orderId: number; sellerId: number; userId: number; sku: string };
  /** A volume becomes stock. A subscriber adds to `expected` the units that were expected until now. */
  'volume.launched': VolumeInStock;
  /** The launch of a volume is undone. A subscriber adds to `expected` the units that are expected again. */
  'volume.unlaunched': VolumeInStock;

  /** Weight or size of these products changed. */
  'products.measured': { productIds: readonly number[] };
  /** Tax codes of these products changed. */
  'products.taxed': { businessId: number; productIds: readonly number[] };

  /** The margin floor of a marketplace account changed. */
  'account.floor-changed': { businessId: number; accountId: number };
  /** The fee rates of a marketplace account changed. */
  'account.rates-changed': { businessId: number; accountId: number };
  /** The rates of the tax on sales of a business changed. */
  'sales-taxes.changed': { businessId: number };
  /** The location of a warehouse at the marketplace of an account changed. */
  'account.locations-changed': { businessId: number; accountId: number };
  /** A known account was connected again: notifications may have been missed, and remote changes too. */
  'account.reconnected': { businessId: number; accountId: number };
  /** A person asks to look for everything that an account may have missed. */
  'account.catching-up': { businessId: number; accountId: number };
  /** A claim names a sale that is not stored here. */
  'sale.unknown': { businessId: number; accountId: number; remoteOrderId: string };
  /** A marketplace says that units of a sale come back to the seller. */
  'return.expected': { businessId: number; orderId: number; reason: string; trackingCode: string };
  /** Nothing of the sale comes back any more by the claim that said so. */
  'return.dropped': { businessId: number; orderId: number };
  /** A marketplace asks to erase buyers of an account: of these sales, or of all. */
  'buyers.erasing': { businessId: number; accountId: number; orders: string[] | null };

  /** A listing of an account got a publication: earlier sales of it find their offers. */
  'listing.linked': { businessId: number; accountId: number; remoteItemId: string };
};

type StockLine = { variationId: number; stockId: number };

type VolumeInStock = {
  volumeId: number;
  version: number;
  lines: readonly StockLine[];
  /** Filled by subscribers; the publisher posts it to the ledger. */
  expected: (StockLine & { units: number })[];
};
