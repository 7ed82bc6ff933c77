import { api } from '#contract/index.ts';
import { makeTrade, payment, pdf } from '#server/dropshipping/test/factory.ts';
import { makeOffer, makeShelf, makeVariation, makeVolume } from '#server/inventory/test/factory.ts';
import { confirmParcel, labelParcel } from '#server/orders/test/factory.ts';
import type { TestApp } from '#server/test/app.ts';
import type { UseCase } from '../run.ts';

const at = (id: number) => ({ params: { id } });

export type House = Awaited<ReturnType<typeof buildHouse>>;

/** Invoices in each of their states, sales in each of theirs, volumes before and after launch; no marketplace. */
export async function buildHouse(app: TestApp) {
  const invoices = await buildInvoices(app);
  const supplier = await app.join('supply');
  const seller = await app.join('sales');
  const shelf = await makeShelf(app, supplier, 100);
  const offer = await makeOffer(supplier, shelf, 2000);
  const other = await makeVariation(app, supplier.businessId);
  const sell = async (paid: boolean) =>
    (await seller.call(api.orders.create, { body: handSale(offer.id, paid) })).id;
  const take = async (steps: number) => {
    const id = await sell(true);
    const walk = [
      () => supplier.call(api.checkout.startPicking, at(id)),
      () => supplier.call(api.checkout.beep, { ...at(id), body: scan(shelf.sku, `${id}-one`) }),
      () => supplier.call(api.checkout.beep, { ...at(id), body: scan(shelf.sku, `${id}-two`) }),
      () => confirmParcel(supplier, id),
      () => supplier.call(api.checkout.collect, { ...at(id), body: { code: `VENDA-${id}` } }),
      () => supplier.call(api.checkout.send, { ...at(id), body: { trackingCode: 'AA123456785BR' } }),
    ];
    for (const step of walk.slice(0, steps)) await step();
    return id;
  };
  const tagged = await supplier.call(api.volumes.create, {
    body: {
      warehouseId: shelf.warehouseId,
      reason: 'chegou',
      lines: [{ variationId: shelf.variationId, quantity: 7 }],
    },
  });
  await supplier.call(api.volumes.tag, { ...at(tagged.id), body: { code: tagged.code } });
  const second = await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 9 }]);
  const stock = {
    shelf,
    offer,
    other,
    tagged: tagged.id,
    second: second.id,
    secondLine: second.lines[0]?.id ?? 0,
  };
  const beeped = await take(3);
  await labelParcel(supplier, beeped);
  return {
    ...invoices,
    ...stock,
    supplier,
    seller,
    unpaid: await sell(false),
    pending: await sell(true),
    picking: await take(1),
    beeped,
    packed: await take(4),
    collected: await take(5),
    sent: await take(6),
  };
}

async function buildInvoices(app: TestApp) {
  const [toPay, toApprove, toReject] = [await makeTrade(app), await makeTrade(app), await makeTrade(app)];
  for (const trade of [toPay, toApprove, toReject]) {
    await trade.enterBank();
    await trade.packOne();
  }
  app.clock.set('2026-11-22T03:05:00.000Z');
  for (const trade of [toPay, toApprove, toReject]) await trade.closeDay();
  const ids = {
    toPay: (await toPay.latest()).id,
    toApprove: (await toApprove.latest()).id,
    toReject: (await toReject.latest()).id,
  };
  await toApprove.pay(ids.toApprove);
  await toReject.pay(ids.toReject);
  return { invoices: ids, payer: toPay.seller, approver: toApprove.supplier, rejecter: toReject.supplier };
}

const handSale = (offerId: number, paid: boolean) => ({
  buyerName: 'Maria do Balcão',
  paid,
  lines: [{ dropshipItemId: offerId, quantity: 2, unitPriceCentavos: 5990 }],
});

const scan = (code: string, clientId: string) => ({ code, clientId: `scan-${clientId}` });

const one = (name: string, run: UseCase<House>['run']): UseCase<House> => ({ name, run });

export const houseUseCases: readonly UseCase<House>[] = [
  one('a sale by hand', async ({ call }, { seller, offer }) => {
    await call(seller, api.orders.create, { body: handSale(offer.id, true) });
  }),
  one('payment approved', async ({ call }, { seller, unpaid }) => {
    await call(seller, api.orders.approvePayment, at(unpaid));
  }),
  one('canceled by the seller', async ({ call }, { seller, pending }) => {
    await call(seller, api.orders.cancel, { ...at(pending), body: { reason: 'sem estoque' } });
  }),
  one('canceled by the seller after packing', async ({ call }, { seller, packed }) => {
    await call(seller, api.orders.cancel, { ...at(packed), body: { reason: 'desistiu' } });
  }),
  one('refused by the supplier', async ({ call }, { supplier, pending }) => {
    await call(supplier, api.checkout.refuse, { ...at(pending), body: { reason: 'avariado' } });
  }),
  one('picking started', async ({ call }, { supplier, pending }) => {
    await call(supplier, api.checkout.startPicking, at(pending));
  }),
  one('picking canceled', async ({ call }, { supplier, beeped }) => {
    await call(supplier, api.checkout.cancel, at(beeped));
  }),
  one('beep', async ({ call }, { supplier, picking, shelf }) => {
    await call(supplier, api.checkout.beep, { ...at(picking), body: scan(shelf.sku, 'first') });
    await call(supplier, api.checkout.beep, { ...at(picking), body: scan(shelf.code, 'second') });
  }),
  one('beeping reset', async ({ call }, { supplier, beeped }) => {
    await call(supplier, api.checkout.reset, { ...at(beeped), body: { reason: '' } });
  }),
  one('packing confirmed', async ({ call }, { supplier, beeped }) => {
    await call(supplier, api.checkout.confirmPacking, at(beeped), 'already_packed');
  }),
  one('packing taken back', async ({ call }, { supplier, packed }) => {
    await call(supplier, api.checkout.reset, { ...at(packed), body: { reason: 'caixa errada' } });
  }),
  one('collected', async ({ call }, { supplier, packed }) => {
    await call(supplier, api.checkout.collect, { ...at(packed), body: { code: `VENDA-${packed}` } });
  }),
  one('sent', async ({ call }, { supplier, collected }) => {
    await call(supplier, api.checkout.send, { ...at(collected), body: { trackingCode: 'AA123456785BR' } });
  }),
  one('complete', async ({ call }, { seller, sent }) => {
    await call(seller, api.orders.complete, at(sent));
  }),
  one('volume launched', async ({ call }, { supplier, tagged, shelf }) => {
    await call(supplier, api.volumes.launch, { ...at(tagged), body: { positionId: shelf.positionId } });
  }),
  one('volume moved', async ({ call }, { supplier, second, shelf }) => {
    await call(supplier, api.volumes.move, { ...at(second), body: { positionId: shelf.otherPositionId } });
  }),
  one('products moved', async ({ call }, { supplier, second, secondLine, shelf }) => {
    const body = {
      lines: [{ lineId: secondLine, quantity: 4 }],
      create: { positionId: shelf.otherPositionId, name: 'Caixa nova' },
    };
    await call(supplier, api.volumes.moveProducts, { ...at(second), body });
  }),
  one('volume adjusted', async ({ call }, { supplier, second, shelf }) => {
    const body = { variationId: shelf.variationId, quantity: 5, reason: 'quebra' };
    await call(supplier, api.volumes.adjust, { ...at(second), body });
  }),
  one('offer created', async ({ call }, { supplier, other, shelf }) => {
    const body = {
      variationId: other.variationId,
      warehouseId: shelf.warehouseId,
      quantityCap: 5,
      price: 990,
    };
    await call(supplier, api.dropshipItems.create, { body });
  }),
  one('offer changed', async ({ call }, { supplier, offer }) => {
    await call(supplier, api.dropshipItems.update, {
      ...at(offer.id),
      body: { price: 2100, quantityCap: 3 },
    });
  }),
  {
    name: 'invoices closed at midnight',
    at: '2026-11-23T03:05:00.000Z',
    jobs: ['dropinvoices.close'],
    run: ({ drain }) => drain(),
  },
  one('invoice paid with its proof', async ({ call }, { payer, invoices }) => {
    await call(payer, api.dropinvoices.pay, { ...at(invoices.toPay), body: payment(), files: [pdf()] });
  }),
  one('payment of an invoice approved', async ({ call }, { approver, invoices }) => {
    await call(approver, api.dropinvoices.approve, {
      ...at(invoices.toApprove),
      body: { bankRowSeen: true },
    });
  }),
  one('payment of an invoice rejected', async ({ call }, { rejecter, invoices }) => {
    await call(rejecter, api.dropinvoices.reject, { ...at(invoices.toReject), body: { reason: 'Não caiu' } });
  }),
];
