import { expect } from 'vitest';
import { api } from '#contract/index.ts';
import { settlementInvariants } from '#server/dropshipping/invariants.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { makeBenchSale, packSale } from '#server/orders/test/factory.ts';
import { makePicture } from '#server/products/test/factory.ts';
import type { Person, TestApp } from '#server/test/app.ts';

export const at = (id: number) => ({ params: { id } });
/** Five minutes after the day of the tests ended in São Paulo. */
export const midnight = '2026-11-22T03:05:00.000Z';

export const pdf = (text = 'comprovante') => ({
  name: 'pix.pdf',
  bytes: Buffer.from(`%PDF-1.4 ${text}`),
  contentType: 'application/pdf',
});

export const photo = async () => ({
  name: 'avaria.png',
  bytes: await makePicture(),
  contentType: 'image/png',
});

export const bank = {
  pixKeyType: 'email' as const,
  pixKey: 'Financeiro@Fornecedor.com.br',
  holder: 'Fornecedor Ltda',
  city: 'São Paulo',
  bank: '001',
  agency: '1234-5',
  account: '99999-0',
};

export const payment = (change: { paidCentavos?: number; paidOn?: string; note?: string } = {}) => ({
  paidCentavos: 5980,
  paidOn: '2026-11-22',
  note: '',
  ...change,
});

export type Trade = Awaited<ReturnType<typeof makeTrade>>;

/** A supplier with a packer and stock, a seller, and the acts between them. */
export async function makeTrade(app: TestApp, known?: Person) {
  const supplier = await app.join('supply');
  const packer = await app.hire(supplier.businessId, ['packer']);
  const seller = known ?? (await app.join('sales'));

  async function packOne(quantity = 2): Promise<number> {
    const shelf = await makeShelf(app, supplier, 20);
    const id = await makeBenchSale(app, { supplier, seller, shelf }, quantity);
    await packSale(packer, id, shelf.sku, quantity);
    return id;
  }

  async function closeDay(): Promise<void> {
    await app.database.transact(null, async (tx) => tx.enqueue({ task: 'dropinvoices.close', payload: {} }));
    await app.drain();
  }

  /** The supplier's latest invoice. */
  async function latest() {
    const [row] = (await supplier.call(api.dropinvoices.list, {})).items;
    return supplier.call(api.dropinvoices.detail, at(row?.id ?? 0));
  }

  return {
    supplier,
    packer,
    seller,
    packOne,
    closeDay,
    latest,
    enterBank: (change: Partial<typeof bank> = {}) =>
      supplier.call(api.bankAccount.update, { body: { ...bank, ...change } }),
    /** A sale of 59,80 on an invoice that closed at midnight. */
    async closedInvoice() {
      await packOne();
      app.clock.set(midnight);
      await closeDay();
      return latest();
    },
    pay: (id: number, change = {}) =>
      seller.call(api.dropinvoices.pay, { ...at(id), body: payment(change), files: [pdf()] }),
    async expectSound(): Promise<void> {
      for (const { name, sql: detector } of settlementInvariants) {
        expect(await app.rows(seller.businessId, detector), name).toEqual([]);
        expect(await app.rows(supplier.businessId, detector), name).toEqual([]);
      }
    },
  };
}
