import { api } from '#contract/index.ts';
import { labelHindrances, ownLabelCode } from '#contract/orders/parcel-label.ts';
import type { App } from '#server/app.ts';
import { ensureTradeLink } from '#server/dropshipping/trade-link.ts';
import { makeOffer, makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { applyOrder } from '#server/orders/sale/apply-order.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import type { SaleAccount } from '#server/orders/sync/sale-source.ts';
import { stateOf } from '#server/outside/marketplaces/mercado-livre/parcel.ts';
import {
  type MarketplaceOrder,
  type MarketplaceParcel,
  noNotes,
  plainMoney,
} from '#server/outside/marketplaces/sale.ts';
import { type Person, RefusedCall, type TestApp } from '#server/test/app.ts';

let serial = 1000;

/** A connected account without tokens, for sales that are applied directly. */
export async function makeAccount(app: App, sellerId: number): Promise<SaleAccount> {
  const { id } = await app.database.transact({ businessId: sellerId }, (tx) =>
    tx.db
      .insertInto('marketplace_accounts')
      .values({
        business_id: sellerId,
        marketplace: 'mercado-livre',
        name: `Conta ${++serial}`,
        remote_user_id: String(serial),
        connected_at: tx.now(),
        created_at: tx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return { id, businessId: sellerId, marketplace: 'mercado-livre' };
}

export type SoldOffer = {
  offerId: number;
  stockId: number;
  supplierId: number;
  warehouseId: number;
  price: number;
  quantity?: number;
};
export type Sold = { itemId: string; variationId: string; sku: string; cost: number };

/** A publication that is already at the marketplace, composed of these offers. */
export async function makePublication(app: App, account: SaleAccount, offers: SoldOffer[]): Promise<Sold> {
  const businessId = account.businessId;
  const itemId = `MLB${4_000_000_000 + ++serial}`;
  const cost = offers.reduce((sum, offer) => sum + offer.price * (offer.quantity ?? 1), 0);
  const sku = `PUB-${serial}`;
  return app.database.transact({ businessId }, async (tx) => {
    const stamps = { created_at: tx.now(), updated_at: tx.now() };
    const ad = await tx.db
      .insertInto('advertisements')
      .values({ business_id: businessId, product: `Anúncio ${serial}`, ...stamps })
      .returning('id')
      .executeTakeFirstOrThrow();
    const publication = await tx.db
      .insertInto('publications')
      .values({
        business_id: businessId,
        advertisement_id: ad.id,
        account_id: account.id,
        name: `Anúncio ${serial}`,
        category_id: 'MLB1',
        type: 'classic',
        warehouse_id: offers[0]?.warehouseId ?? 0,
        supplier_id: offers[0]?.supplierId ?? 0,
        price_per_variation: false,
        remote_item_id: itemId,
        state: 'active',
        ...stamps,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const variation = await tx.db
      .insertInto('publication_variations')
      .values({
        business_id: businessId,
        publication_id: publication.id,
        name: '',
        sku,
        margin_basis_points: 2000,
        cost_centavos: cost,
        price_centavos: cost * 2,
        remote_item_id: itemId,
        remote_variation_id: String(serial),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const offer of offers)
      await tx.db
        .insertInto('publication_components')
        .values({
          business_id: businessId,
          publication_variation_id: variation.id,
          dropship_item_id: offer.offerId,
          stock_id: offer.stockId,
          supplier_id: offer.supplierId,
          quantity: offer.quantity ?? 1,
        })
        .execute();
    return { itemId, variationId: String(serial), sku, cost };
  });
}

/** The marketplace's report about a sale of this publication. */
export function remoteOrder(
  sold: Sold,
  changes: Partial<MarketplaceOrder> & { quantity?: number } = {},
): MarketplaceOrder {
  const { quantity = 1, ...facts } = changes;
  const at = new Date('2026-11-21T14:00:00.000Z');
  return {
    remoteId: String(2_000_003_500_000_000 + ++serial),
    sellerId: '1',
    packId: null,
    packPending: false,
    shipmentId: null,
    notes: noNotes,
    phase: 'paid',
    updatedAt: at,
    purchasedAt: at,
    paidAt: at,
    refunded: false,
    expiresAt: null,
    total: sold.cost * 2 * quantity,
    interest: 0,
    discount: 0,
    money: plainMoney,
    fraudRisk: false,
    buyer: { id: '888', nickname: 'COMPRADOR', billingId: null },
    cancel: null,
    lines: [
      {
        itemId: sold.itemId,
        variationId: sold.variationId,
        lineId: null,
        title: 'Caneca Esmaltada',
        variation: '',
        sku: sold.sku,
        quantity,
        unitPrice: sold.cost * 2,
        saleFee: 100,
      },
    ],
    raw: {},
    ...facts,
  };
}

/** Derived facts follow: change only `status`, `substatus` and `logisticType`. */
export function remoteShipment(changes: Partial<MarketplaceParcel> = {}): MarketplaceParcel {
  const said = {
    status: 'ready_to_ship',
    substatus: 'invoice_pending',
    logisticType: 'drop_off',
    ...changes,
  };
  return {
    shipmentId: String(43_000_000_000 + ++serial),
    updatedAt: new Date('2026-11-21T14:00:00.000Z'),
    trackingCode: `MEL${serial}`,
    dispatchLimit: new Date('2026-11-23T21:00:00.000Z'),
    promisedAt: new Date('2026-11-28T03:00:00.000Z'),
    bufferedUntil: null,
    receiver: null,
    shippedBySeller: false,
    needsArranging: false,
    freight: null,
    raw: {},
    rawSla: null,
    ...changes,
    ...stateOf(said.status, said.substatus, said.logisticType),
  };
}

/** Applies the marketplace's report and returns the sale after it. */
export async function applyRemote(
  app: App,
  account: SaleAccount,
  remote: MarketplaceOrder,
  shipment: MarketplaceParcel | null = null,
): Promise<OrderRow> {
  return app.database.transact({ businessId: account.businessId }, async (tx) => {
    await applyOrder(tx, account, remote, shipment);
    return tx.db
      .selectFrom('orders')
      .selectAll()
      .where('account_id', '=', account.id)
      .where('remote_order_id', '=', remote.remoteId)
      .executeTakeFirstOrThrow();
  });
}

type Trade = { supplier: Person; seller: Person; shelf: Shelf };

/** A paid sale at the bench, without a marketplace. */
export async function makeBenchSale(app: App, trade: Trade, quantity = 2): Promise<number> {
  return (await makeBenchSeller(app, trade))(quantity);
}

/** The same for several sales: returns what makes the next one. */
export async function makeBenchSeller(
  app: App,
  { supplier, seller, shelf }: Trade,
): Promise<(quantity: number) => Promise<number>> {
  const offer = await makeOffer(supplier, shelf);
  if (seller.businessId !== supplier.businessId) {
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      ensureTradeLink(tx, seller.businessId, supplier.businessId),
    );
  }
  const account = await makeAccount(app, seller.businessId);
  const { stockId, warehouseId } = shelf;
  const sold = await makePublication(app, account, [
    { offerId: offer.id, stockId, supplierId: supplier.businessId, warehouseId, price: 2990 },
  ]);
  return async (quantity) => {
    const order = await applyRemote(app, account, remoteOrder(sold, { quantity }));
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db
        .updateTable('orders')
        .set({ account_id: null, remote_order_id: null, document: 'not_required', label_ready: true })
        .where('id', '=', order.id)
        .execute(),
    );
    return order.id;
  };
}

/** Picks, scans and packs a sale of one product. */
export async function packSale(packer: Person, id: number, code: string, quantity: number): Promise<void> {
  await packer.call(api.checkout.startPicking, { params: { id } });
  for (let n = 0; n < quantity; n++) {
    await packer.call(api.checkout.beep, {
      params: { id },
      body: { code, clientId: `scan-${++serial}-client` },
    });
  }
  await confirmParcel(packer, id);
}

/** Labels and confirms a complete parcel. */
export async function confirmParcel(packer: Person, id: number) {
  await labelParcel(packer, id);
  return packer.call(api.checkout.confirmPacking, { params: { id } });
}

/** Prints the label of a complete parcel: that of the channel, or ours if that is not available yet. */
export async function labelParcel(packer: Person, id: number): Promise<void> {
  const params = { id };
  try {
    await packer.call(api.checkout.print, { params, body: { reason: '' } });
  } catch (error) {
    if (!(error instanceof RefusedCall)) throw error;
    const why = labelHindrances.find((known) => known === error.problem.code) ?? 'label_not_ready';
    await packer.call(api.checkout.printParcelLabel, { params, body: { why } });
  }
}

/** A sale of one's own stock whose parcel came back: its return is open, and no unit is inspected. */
export async function bringBack(app: TestApp, owner: Person, quantity = 300) {
  const shelf = await makeShelf(app, owner, quantity);
  const id = await makeBenchSale(app, { supplier: owner, seller: owner, shelf }, quantity);
  await packSale(owner, id, shelf.sku, quantity);
  await owner.call(api.checkout.collectByHand, { params: { id }, body: { reason: 'etiqueta molhada' } });
  const { parts } = await owner.call(api.returns.open, { body: { code: ownLabelCode(id) } });
  return { id, sku: shelf.sku, partId: parts[0]?.id ?? 0, volumeCode: shelf.code };
}

/** The context of a task, to call one directly. */
export function jobOf(app: TestApp): JobContext {
  return {
    outside: app.outside,
    env: app.env,
    clock: app.clock,
    attempt: 1,
    maxAttempts: 1,
    inBusiness: (businessId, work) => app.database.transact({ businessId }, work),
    unscoped: (work) => app.database.transact(null, work),
  };
}
