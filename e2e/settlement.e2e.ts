import { expect, test } from '@playwright/test';
import { addDays, dayOf } from '#contract/dates.ts';
import { fill } from '#contract/messages/locale.ts';
import { statementOf } from './bank-story.ts';
import { openFloor, sellByHand } from './floor-story.ts';
import { ask } from './screens.ts';
import { closeDay, disputeLine, packAtOnce } from './settlement-story.ts';
import type { Goods } from './supplier-story.ts';
import {
  type Actor,
  button,
  expectAccessible,
  expectText,
  expectToast,
  field,
  go,
  press,
  soon,
  type,
} from './verbs.ts';

const goods: Goods = {
  ...{ product: 'Bule Esmaltado', sku: 'BULE-1', gtin: '7891000315507' },
  ...{ quantity: 30, price: '30,00' },
};

const proof = {
  name: 'comprovante.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%proof\n'),
};

type Invoice = { id: number; number: number; state: string; payableCentavos: number; closedAt: string };

/** The invoices of a business, the oldest first. */
const invoicesOf = async (actor: Actor) =>
  ((await ask(actor, 'GET', '/dropinvoices?sort=day')) as { items: Invoice[] }).items;

const supplierPath = (id: number) => `/dropship-item/dropinvoice-supplier?invoice=${id}`;
const sellerPath = (id: number) => `/dropshipping/dropinvoice-seller?invoice=${id}`;

// Four days pass, and each dialog is checked for accessibility.
test.describe.configure({ timeout: 600_000 });

test('money without a proof: received, read from the bank, written off; refused units; a credit larger than the next invoices, paid out @campaign', async ({
  browser,
}) => {
  const { supplier, seller } = await openFloor(browser, 'acerto', [goods]);
  const { settlement, successes, bank, pairBalance } = seller.words.dropshipping;
  const sell = async (quantity: number) =>
    packAtOnce(supplier, await sellByHand(seller, [[goods.sku, quantity]]), goods.sku);

  await test.step('four days close with 2, 1, 1 and 1 units', async () => {
    for (const quantity of [2, 1, 1, 1]) {
      await sell(quantity);
      await closeDay();
    }
    await expect(async () => {
      const states = (await invoicesOf(supplier)).map(({ closedAt }) => closedAt !== null);
      expect(states).toEqual([true, true, true, true]);
    }).toPass(soon);
  });
  const [first, second, third, fourth] = await invoicesOf(supplier);
  if (!first || !second || !third || !fourth) throw new Error('four invoices');

  await test.step('the seller disputes one unit of two, the supplier refuses, and all of it is payable again', async () => {
    await disputeLine(seller, 'Veio amassado', { path: sellerPath(first.id), quantity: '1' });
    await expect.poll(async () => (await invoicesOf(seller))[0]?.payableCentavos).toBe(3000);
    await go(supplier, supplierPath(first.id));
    await press(supplier, settlement.dispute.refuse);
    const dialog = supplier.page.getByRole('dialog', { name: settlement.dispute.refuse });
    await dialog.getByRole('textbox').fill('A foto é de outro produto');
    await expectAccessible(supplier);
    await dialog.getByRole('button', { name: settlement.dispute.refuse }).click();
    await expectToast(supplier, successes['disputes.refuse']);
    await go(seller, sellerPath(first.id));
    await expectText(seller, 'A foto é de outro produto');
    await expect(
      seller.page.getByRole('button', { name: new RegExp(`^${settlement.dispute.act}`) }),
    ).toHaveCount(0);
    expect((await invoicesOf(seller))[0]).toMatchObject({ state: 'pending', payableCentavos: 6000 });
  });

  await test.step('the supplier marks one as received without a proof', async () => {
    await go(supplier, supplierPath(second.id));
    await press(supplier, settlement.receive.act);
    const dialog = supplier.page.getByRole('dialog', {
      name: fill(settlement.receive.title, { number: `#${second.number}` }),
    });
    await dialog.getByRole('textbox', { name: settlement.receive.reference }).fill('PIX 123');
    await expectAccessible(supplier);
    await dialog.getByRole('button', { name: settlement.receive.submit }).click();
    await expectToast(supplier, successes['dropinvoices.receive']);
    await go(seller, sellerPath(second.id));
    await expectText(seller, 'PIX 123');
    await expectText(seller, settlement.states.complete);
  });

  await test.step('the owner of the supplier writes another off', async () => {
    await go(supplier, supplierPath(third.id));
    await press(supplier, settlement.writeOff.act);
    const dialog = supplier.page.getByRole('dialog', {
      name: fill(settlement.writeOff.title, { number: `#${third.number}` }),
    });
    await dialog.getByRole('textbox', { name: settlement.writeOff.reason }).fill('Acordo de fim de ano');
    await expectAccessible(supplier);
    await dialog.getByRole('button', { name: settlement.writeOff.submit }).click();
    await expectToast(supplier, successes['dropinvoices.writeOff']);
    await go(seller, sellerPath(third.id));
    await expectText(seller, 'Acordo de fim de ano');
  });

  await test.step('a bank file matches the fourth; one press receives it, and uploading it again changes nothing', async () => {
    const text = statementOf(dayOf(fourth.closedAt), [
      { amount: 3000, memo: `PIX QR FAT${fourth.number}` },
      { amount: 12_345, memo: 'PIX RECEBIDO FEIRA DE SABADO' },
    ]);
    const file = { name: 'extrato.ofx', mimeType: 'application/x-ofx', buffer: Buffer.from(text, 'latin1') };
    const upload = async () => {
      await go(supplier, '/dropshipping/bank-statements');
      await press(supplier, bank.upload);
      await supplier.page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
      await supplier.page.waitForURL(/bank-statements\/\d+/);
    };
    await upload();
    await expectText(supplier, 'FEIRA DE SABADO');
    await expectAccessible(supplier);
    await supplier.page.getByRole('button', { name: /^Receber 1/ }).click();
    await expectToast(supplier, successes['bankStatements.receive']);
    await expect(supplier.page.getByRole('button', { name: bank.receiveNone })).toBeDisabled();
    await expect.poll(async () => (await invoicesOf(seller))[3]?.state).toBe('complete');
    await upload();
    await expectText(supplier, bank.nothing);
  });

  await test.step('a credit larger than what is payable remains as a balance, without an empty invoice', async () => {
    await go(supplier, supplierPath(first.id));
    await press(supplier, settlement.credit.act);
    await type(supplier, settlement.credit.amount, '500,00');
    await type(supplier, settlement.credit.reason, 'Lote com defeito');
    const dialog = supplier.page.getByRole('dialog').filter({ hasText: settlement.credit.hint });
    await dialog.getByRole('button', { name: settlement.credit.submit }).click();
    await expectToast(supplier, successes['pairBalances.credit']);
    await expect.poll(async () => (await invoicesOf(seller))[0]?.state).toBe('complete');
    await sell(1);
    await closeDay();
    await closeDay();
    await expect
      .poll(async () => (await invoicesOf(seller)).map(({ state }) => state), soon)
      .toEqual(Array.from({ length: 5 }, () => 'complete'));
    await go(seller, '/dropshipping/balances');
    await expectText(seller, 'R$ 410,00');
  });

  await test.step('the balance is paid out with a proof, and the seller confirms', async () => {
    await go(supplier, '/dropshipping/balances');
    await supplier.page
      .getByRole('link', { name: /Loja acerto/ })
      .first()
      .click();
    await press(supplier, pairBalance.payOut);
    const dialog = supplier.page.getByRole('dialog');
    await expect(field(supplier, pairBalance.amount)).toHaveValue(/410,00/);
    await dialog.locator('input[type=file]').setInputFiles(proof);
    await expectAccessible(supplier);
    await dialog.getByRole('button', { name: pairBalance.payOut }).click();
    await expectToast(supplier, successes['pairBalances.payOut']);
    await go(seller, '/dropshipping/balances');
    await seller.page
      .getByRole('link', { name: /Aurora acerto/ })
      .first()
      .click();
    await expectText(seller, pairBalance.payoutStates.sent);
    await button(seller, pairBalance.confirm).click();
    const sure = seller.page.getByRole('dialog').filter({ hasText: pairBalance.confirmSure });
    await sure.getByRole('button', { name: pairBalance.confirm }).click();
    await expectToast(seller, successes['pairBalances.confirmPayout']);
    await expectText(seller, pairBalance.payoutStates.confirmed);
  });

  await test.step('both read the same statement of any period', async () => {
    const readOf = async (actor: Actor) => {
      const { statements } = actor.words.dropshipping;
      const { items } = (await ask(actor, 'GET', '/companies')) as { items: { business: { id: number } }[] };
      // The server's clock is days ahead of the browser's.
      const days = `from=${dayOf(first.closedAt)}&to=${addDays(dayOf(first.closedAt), 20)}`;
      await go(actor, `/dropshipping/statements/period?partner=${items[0]?.business.id}&${days}`);
      const table = actor.page.getByRole('group', { name: statements.entries });
      await expect(table.getByRole('row').nth(1)).toBeVisible(soon);
      await expectAccessible(actor);
      return (await table.getByRole('row').allInnerTexts()).slice(1);
    };
    expect(await readOf(supplier)).toEqual(await readOf(seller));
  });
});
