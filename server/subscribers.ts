import {
  enqueueGuardsOfAccount,
  enqueueGuardsOfFloors,
  recheckFloorOfAccount,
} from './advertisements/margin/floor.ts';
import { enqueueStockSync } from './advertisements/push/push.ts';
import { enqueuePushOfSupplier } from './advertisements/push/supplier-push.ts';
import { productsMeasured } from './advertisements/size/measured.ts';
import { enqueueResync } from './advertisements/sync/resync.ts';
import { productsTaxed } from './advertisements/tax/taxed.ts';
import { endMembership } from './business/ending.ts';
import type { Subscribers } from './db/transaction.ts';
import { removeAccounts } from './marketplaces/marketplace-account.ts';
import { moveExpiredPicks } from './orders/picking/expired-picks.ts';
import { expectReturn, forgetReturn } from './orders/returns/expect-return.ts';
import { enqueueLinkSold } from './orders/sale/due.ts';
import { enqueueErasure } from './orders/sale/erase-buyers.ts';
import { lockOrders } from './orders/sale/facts.ts';
import { retryShortSales } from './orders/sale/retry-short.ts';
import { lockWithdrawable, waitForStock } from './orders/sale/withdraw.ts';
import { enqueueFetch } from './orders/sync/fetch-order.ts';
import { enqueueOrderSweep } from './orders/sync/sweep.ts';
import { expectVolumeAgain, takeExpected } from './supply/receiving/expected-volume.ts';

/**
 * Who reacts to which domain event (`server/events.ts`): in the transaction of the publisher and for its business, in
 * this order.
 */
export const subscribers: Subscribers = {
  'membership.ended': [endMembership],
  'business.ended': [(tx, { businessId }) => removeAccounts(tx, businessId)],
  'trade.changed': [enqueuePushOfSupplier],

  'stock.changed': [(tx, { stockIds }) => enqueueStockSync(tx, stockIds)],
  'stock.freed': [(tx, { stockIds }) => retryShortSales(tx, stockIds)],
  'lots.expired': [(tx, { businessId }) => moveExpiredPicks(tx, businessId)],
  'allocations.moving': [
    async (tx, { orderIds }) => {
      await lockOrders(tx, orderIds);
    },
  ],
  'reservation.withdrawing': [lockWithdrawable],
  'reservation.withdrawn': [waitForStock],
  'volume.launched': [takeExpected],
  'volume.unlaunched': [expectVolumeAgain],

  'products.measured': [(tx, { productIds }) => productsMeasured(tx, productIds)],
  'products.taxed': [(tx, { businessId, productIds }) => productsTaxed(tx, businessId, productIds)],

  'account.floor-changed': [
    (tx, { businessId, accountId }) => recheckFloorOfAccount(tx, businessId, accountId),
  ],
  'account.rates-changed': [
    (tx, { businessId, accountId }) => enqueueGuardsOfAccount(tx, businessId, accountId),
  ],
  'sales-taxes.changed': [(tx, { businessId }) => enqueueGuardsOfFloors(tx, businessId)],
  'account.locations-changed': [enqueueResync],
  'account.reconnected': [enqueueResync, enqueueOrderSweep],
  'account.catching-up': [enqueueOrderSweep],
  'sale.unknown': [enqueueFetch],
  'return.expected': [
    (tx, { businessId, orderId, reason, trackingCode }) =>
      expectReturn(tx, businessId, orderId, reason, trackingCode),
  ],
  'return.dropped': [(tx, { businessId, orderId }) => forgetReturn(tx, businessId, orderId)],
  'buyers.erasing': [(tx, erasure) => enqueueErasure(tx, erasure)],

  'listing.linked': [enqueueLinkSold],
};
