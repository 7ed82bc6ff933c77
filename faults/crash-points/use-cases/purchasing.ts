import { api } from '#contract/index.ts';
import { makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { sampleNfe } from '#server/orders/test/nfe-sample.ts';
import { makeRequest, makeSupplier } from '#server/supply/test/factory.ts';
import { receiver } from '#server/supply/test/receive.ts';
import type { TestApp } from '#server/test/app.ts';
import type { UseCase } from '../run.ts';

export type Purchasing = Awaited<ReturnType<typeof buildPurchasing>>;

/** One request at each point that moves stock or changes what is expected of it. */
export async function buildPurchasing(app: TestApp) {
  const owner = await app.join('supply');
  const { warehouseId, positionId } = await makeWarehouse(owner);
  const vendor = await makeSupplier(owner);
  const request = async () => {
    const { variationId } = await makeVariation(app, owner.businessId);
    return makeRequest(owner, warehouseId, [{ variationId, quantity: 3 }], vendor.id);
  };
  const approved = async () => {
    const { id } = await request();
    return owner.call(api.supplyRequests.approve, { params: { id }, body: {} });
  };
  const pending = await request();
  const arriving = await approved();
  const counted = await receiptAt('register_volumes', 3);
  const tagged = await receiptAt('stock_up', 3);
  const short = await receiptAt('stock_up', 2);
  await receiver(owner, short.id, positionId).launchAll();

  async function receiptAt(state: 'register_volumes' | 'stock_up', came: number) {
    const { id, lines } = await approved();
    const lineId = lines[0]?.id ?? 0;
    const receipt = receiver(owner, id, positionId);
    await receipt.advance('in_transport');
    await receipt.count(lineId, came);
    if (came < 3) {
      const problem = { requestId: id, lineId, kind: 'missing' as const, title: 'Faltou um' };
      await owner.call(api.reportedProblems.create, { body: problem });
    }
    await receipt.advance('check_volumes');
    if (state === 'register_volumes') return { id, lineId, volumeId: 0 };
    await receipt.register(lineId, came, 1);
    await receipt.advance('register_volumes');
    await receipt.tagAll();
    await receipt.advance('tag_volumes');
    return { id, lineId, volumeId: (await receipt.read()).volumes[0]?.id ?? 0 };
  }
  const buyer = String((await owner.call(api.business.detail, {})).document);
  const invoice = sampleNfe({
    cnpj: vendor.document,
    number: 77,
    issuedAt: new Date('2026-11-21T14:00:00.000Z'),
    total: 3000,
    product: 'Caneca',
    quantity: 3,
    buyer: { document: buyer, name: 'Casa Serena', zip: '01310100' },
  });
  const ids = { pending: pending.id, arriving: arriving.id, counted, tagged, short };
  return { owner, positionId, invoice, ...ids };
}

const at = (id: number) => ({ params: { id } });

const one = (name: string, run: UseCase<Purchasing>['run']): UseCase<Purchasing> => ({ name, run });

export const purchasingUseCases: readonly UseCase<Purchasing>[] = [
  one('supply request approved', async ({ call }, { owner, pending }) => {
    await call(owner, api.supplyRequests.approve, { ...at(pending), body: {} });
  }),
  one('NF-e of a vendor received', async ({ call }, { owner, arriving, invoice }) => {
    const files = [{ name: 'nota.xml', bytes: invoice }];
    await call(owner, api.supplyRequests.receiveInvoice, { ...at(arriving), files });
  }),
  one('volumes of a receipt registered', async ({ call }, { owner, counted }) => {
    const body = { lineId: counted.lineId, copies: 3, units: 1 };
    await call(owner, api.supplyRequests.registerVolumes, { ...at(counted.id), body });
  }),
  one('volume of a receipt launched', async ({ call }, { owner, tagged, positionId }) => {
    await call(owner, api.volumes.launch, { ...at(tagged.volumeId), body: { positionId } });
  }),
  one('receipt taken back from the shelf', async ({ call }, { owner, short }) => {
    await call(owner, api.supplyRequests.goBack, { ...at(short.id), body: { from: 'stock_up' } });
  }),
  one('receipt completed, its rest a request of its own', async ({ call }, { owner, short }) => {
    const body = { from: 'stock_up' as const, acknowledge: true, rest: 'child' as const };
    await call(owner, api.supplyRequests.advance, { ...at(short.id), body });
  }),
];
