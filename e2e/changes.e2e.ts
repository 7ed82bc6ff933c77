import { expect, test } from '@playwright/test';
import { formatMoney } from '#contract/money.ts';
import {
  amountOf,
  connectStore,
  orderInStore,
  packThroughChange,
  publishInStore,
  remotePrices,
  repriceInCampaign,
  resultOf,
  saleOf,
  startCampaign,
} from './changes-story.ts';
import { openFloor } from './floor-story.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { control, whileClockIsHeld } from './outside.ts';
import { buy, connectAccount, publish } from './seller-story.ts';
import { approveInvoice, closeDay, enterBankData, packAtOnce, payInvoice } from './settlement-story.ts';
import { expectAccessible, expectText, go, row } from './verbs.ts';

const store = 'Empório do Sertão';
const mug = {
  product: 'Caneca que Muda',
  sku: 'MUDA-1',
  gtin: '7896000000071',
  quantity: 20,
  price: '29,90',
};
const title = 'Caneca que Muda de Preço';

test('a campaign, an edited order, a partial refund and a parcel without an NF-e end on one invoice', {
  tag: '@campaign',
}, async ({ browser }) => {
  const { seller, supplier } = await openFloor(browser, 'mudancas', [mug]);
  await enterBankData(supplier);
  const { orders } = seller.words;
  const campaign = 'Semana da Caneca';

  const link = await test.step('the ad is published, and the marketplace adds it to a campaign', async () => {
    await connectAccount(seller, marketplaceAccounts.changes);
    const published = await publish(seller, {
      ...{ nickname: marketplaceAccounts.changes, margin: '25', title },
      ...{ product: mug.product, sku: mug.sku },
    });
    const { price } = await remotePrices(published);
    await startCampaign(published, campaign, Math.round(price * 90) / 100);
    return published;
  });
  const before = await remotePrices(link);

  await test.step('the seller sees the current price and its margin; another price waits', async () => {
    await repriceInCampaign(seller, campaign, '99,90');
    expect(await remotePrices(link)).toEqual(before);
  });
  const page = seller.page.url();

  // Both parcels are packed on one day, which no other story ends meanwhile.
  await whileClockIsHeld(async () => {
    const [sale, remote] = await test.step('two units are bought at the campaign price', async () => {
      const bought = await buy(seller, link, 2);
      const id = await saleOf(seller, title);
      const money = await resultOf(seller, id);
      expect(money.total).toBe(Math.round(before.paid * 200));
      await expectText(seller, formatMoney(money.total));
      await packAtOnce(supplier, id, mug.sku);
      return [id, bought];
    });

    await test.step('after a partial refund, page, list and result show it', async () => {
      const first = await resultOf(seller, sale);
      await control('POST', `/orders/${remote}/refund`, { amount: 10 });
      await expect(async () => {
        const money = await resultOf(seller, sale);
        expect(amountOf(money, 'refund')).toBe(1000);
        expect(money.margin).toBe(first.margin - 1000);
      }).toPass();
      await go(seller, `/orders/${sale}`);
      await expectText(seller, orders.result.parts.refund);
      await expectAccessible(seller);
      const { margin } = await resultOf(seller, sale);
      await go(seller, '/orders/list');
      await expect(row(seller, title).first()).toContainText(formatMoney(margin));
    });

    await test.step('an order of the store is edited while it is packed, and leaves without an NF-e', async () => {
      await connectStore(seller, store);
      await seller.page.goto(page);
      const product = await publishInStore(seller, store, `${title} na Loja`);
      const order = await orderInStore(product, 'Embrulhar para presente');
      const stored = await saleOf(seller, `${title} na Loja`);
      await packThroughChange(supplier, stored, order, { sku: mug.sku, quantity: 3 });
      await go(seller, `/orders/${stored}`);
      await expectText(seller, String(order.number));
      await expectText(seller, 'Embrulhar para presente');
      const money = await resultOf(seller, stored);
      expect([money.total, amountOf(money, 'freightCharged'), money.cost]).toEqual([23_970, 1200, 8970]);
    });
  });

  await test.step('the day closes: five units on one invoice, paid and approved', async () => {
    await closeDay();
    const asked = await payInvoice(seller, '149,50');
    expect(asked.lines).toHaveLength(2);
    expect(asked.lines.join('\n')).toMatch(/59,80[\s\S]*89,70|89,70[\s\S]*59,80/);
    expect(await approveInvoice(supplier)).toEqual(asked);
  });
});
