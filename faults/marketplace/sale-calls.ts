import { z } from 'zod';
import { api } from '#contract/index.ts';
import { askQueue } from '#server/marketplaces/test/factory.ts';
import { fetchSale, fetchShipment } from '#server/orders/sync/fetch-order.ts';
import { sendCancel } from '#server/orders/sync/send-cancel.ts';
import { sendInvoice } from '#server/orders/sync/send-invoice.ts';
import { sweepAccount } from '#server/orders/sync/sweep.ts';
import { packSale } from '#server/orders/test/factory.ts';
import type { Act, OutgoingCall } from './call.ts';
import type { Lane } from './lane.ts';

const bought = z.object({ orders: z.array(z.object({ id: z.number(), shipmentId: z.number() })) });

const onSale = new WeakMap<Lane, Promise<{ itemId: string }>>();
const labelled = new WeakMap<Lane, Promise<number>>();

async function buy(lane: Lane) {
  const made = onSale.get(lane) ?? lane.published();
  onSale.set(lane, made);
  const { itemId } = await made;
  const { orders } = bought.parse(await lane.market.control('/purchases', { itemId }));
  const order = orders[0] ?? { id: 0, shipmentId: 0 };
  const sale = {
    businessId: lane.seller.businessId,
    accountId: lane.account,
    remoteOrderId: String(order.id),
  };
  return { ...order, sale };
}

/** The sale as stored here: one row for one order. */
const rowsOf = (lane: Lane, remoteId: number) =>
  lane.rows<{ id: number }>(
    `select status, reserve, linked, document, label_ready, remote_cancel, remote_cancel_error,
       (select count(*)::int from order_lines l where l.order_id = o.id) as lines
     from orders o where remote_order_id = '${remoteId}'`,
  );

async function known(lane: Lane) {
  const order = await buy(lane);
  await fetchSale(lane.job, order.sale);
  const [row] = await lane.rows<{ id: number }>(
    `select id from orders where remote_order_id = '${order.id}'`,
  );
  return { ...order, saleId: row?.id ?? 0 };
}

async function fetchingOrder(lane: Lane): Promise<Act> {
  const { id, sale } = await buy(lane);
  return { run: () => fetchSale(lane.job, sale), state: () => rowsOf(lane, id) };
}

async function fetchingShipment(lane: Lane): Promise<Act> {
  const { id, shipmentId, sale } = await known(lane);
  await lane.market.control(`/shipments/${shipmentId}/advance`, {});
  const { businessId, accountId } = sale;
  return {
    run: () => fetchShipment(lane.job, { businessId, accountId, shipmentId: String(shipmentId) }),
    state: () => rowsOf(lane, id),
  };
}

async function withInvoice(lane: Lane) {
  const sale = await known(lane);
  const answer = await fetch(`${lane.market.sandbox.control}/shipments/${sale.shipmentId}/nfe`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const params = { id: sale.saleId };
  await lane.seller.call(api.orders.sendInvoice, { params, files: [{ name: 'nfe.xml', bytes }] });
  return sale;
}

async function sendingInvoice(lane: Lane): Promise<Act> {
  const { id, saleId, sale, shipmentId } = await withInvoice(lane);
  const { invoices } = lane.market.sandbox.world.market;
  return {
    run: () => sendInvoice(lane.job, { businessId: sale.businessId, orderId: saleId }),
    state: async () => ({
      sale: await rowsOf(lane, id),
      there: Object.values(invoices).filter((one) => one.shipment_id === shipmentId).length,
    }),
  };
}

/** One parcel a lane: its label is printed again and again. */
async function printing(lane: Lane): Promise<Act> {
  const made = labelled.get(lane) ?? makeParcel(lane);
  labelled.set(lane, made);
  const params = { id: await made };
  return {
    run: () => lane.supplier.call(api.checkout.print, { params, body: { reason: 'amassada' } }),
    state: async () => {
      const { bytes } = await lane.supplier.download(api.checkout.downloadTag, { params });
      return bytes.subarray(0, 5).toString();
    },
  };
}

async function makeParcel(lane: Lane): Promise<number> {
  const { saleId, sale, shipmentId } = await withInvoice(lane);
  const { businessId, accountId } = sale;
  await sendInvoice(lane.job, { businessId, orderId: saleId });
  await fetchShipment(lane.job, { businessId, accountId, shipmentId: String(shipmentId) });
  await packSale(lane.supplier, saleId, lane.volumeCode, 1);
  return saleId;
}

async function canceling(lane: Lane): Promise<Act> {
  const { id, saleId, sale } = await known(lane);
  const params = { id: saleId };
  await lane.seller.call(api.orders.cancel, { params, body: { reason: 'Produto avariado' } });
  const { orders } = lane.market.sandbox.world.market;
  return {
    run: () => sendCancel(lane.job, { businessId: sale.businessId, orderId: saleId }),
    state: async () => ({
      here: await rowsOf(lane, id),
      there: Object.values(orders).find((one) => one.id === id)?.status,
    }),
  };
}

/** A sale without a notification. */
async function sweeping(lane: Lane): Promise<Act> {
  const { app, account } = lane;
  app.clock.advance(1);
  const { id, sale } = await buy(lane);
  return {
    run: () => sweepAccount(lane.job, { businessId: sale.businessId, accountId: account }),
    state: async () => {
      const [row] = await lane.rows<{ swept_at: Date }>('select swept_at from marketplace_accounts');
      const jobs = await askQueue(app, 'select from queued_jobs where key = $1', [`fetch:${account}:${id}`]);
      return { swept: row?.swept_at.getTime() === app.clock.now().getTime(), asked: jobs.length };
    },
  };
}

export const saleCalls: readonly OutgoingCall[] = [
  { name: 'get order', line: /^GET \/mercado-livre\/orders\/\d+ /, prepare: fetchingOrder },
  { name: 'get shipment', line: /^GET \/mercado-livre\/shipments\/\d+ /, prepare: fetchingShipment },
  { name: 'label', line: /^GET \/mercado-livre\/shipment_labels\?.*pdf/, prepare: printing },
  { name: 'missed feeds of a sweep', line: /^GET \/mercado-livre\/missed_feeds/, prepare: sweeping },
  {
    name: 'send NF-e',
    line: /^POST \/mercado-livre\/shipments\/\d+\/invoice_data/,
    prepare: sendingInvoice,
  },
  { name: 'cancel', line: /^POST \/mercado-livre\/orders\/\d+\/feedback /, prepare: canceling },
];
