import { expect } from '@playwright/test';
import { runTask, turnClock } from './outside.ts';
import { ask } from './screens.ts';
import {
  type Actor,
  button,
  expectAccessible,
  expectAfterPassword,
  expectText,
  expectToast,
  field,
  go,
  press,
  row,
  soon,
  type,
} from './verbs.ts';

const photo = {
  name: 'foto.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** Sets bank and PIX data; the password is asked again. */
export async function enterBankData(actor: Actor): Promise<void> {
  const { dropshipping, ui } = actor.words;
  const { bank } = dropshipping.settlement;
  await go(actor, '/dropship-item/dropinvoice-supplier');
  await press(actor, bank.enter);
  await type(actor, bank.key, '12.ABC.345/01DE-35');
  await type(actor, bank.holder, 'Aurora Ltda');
  await type(actor, bank.city, 'São Paulo');
  await press(actor, ui.act.save);
  await expectAfterPassword(actor, actor.page.getByText(dropshipping.successes['bankAccount.update']));
}

/** The next day in Sao Paulo: sales packed yesterday are closed. */
export async function closeDay(): Promise<void> {
  await turnClock(24 * 60);
  await runTask('dropinvoices.close');
}

type Figures = { value: string; lines: string[] };

export async function readFigures(actor: Actor): Promise<Figures> {
  const dialog = actor.page.getByRole('dialog');
  const lines = dialog.getByRole('table').getByRole('row');
  await expect(lines.nth(1)).toBeVisible();
  const value = await dialog
    .getByText(/^-?R\$/)
    .first()
    .innerText();
  // The seller disputes a line in place; the tiles count only acts of the reader.
  const acts = await lines.getByRole('button').allInnerTexts();
  const figures = (text: string) =>
    text
      .split('\n')
      .filter((part) => part.trim() !== '' && !acts.includes(part.trim()))
      .join('\n');
  return { value, lines: (await lines.allInnerTexts()).slice(1).map(figures) };
}

async function openInvoice(actor: Actor, path: string): Promise<void> {
  await go(actor, path);
  await row(actor, 'R$').last().getByRole('link').first().click();
  await expect(actor.page.getByRole('dialog')).toBeVisible();
}

/** The seller pays the PIX code and uploads the proof. */
export async function payInvoice(actor: Actor, value: string): Promise<Figures> {
  const { dropshipping } = actor.words;
  const { settlement } = dropshipping;
  await expect(async () => {
    await openInvoice(actor, '/dropshipping/dropinvoice-seller');
    await expect(button(actor, settlement.detail.copyPix)).toBeVisible(soon);
  }).toPass();
  await expect(actor.page.locator('pre')).toContainText(value.replace(',', '.'));
  await expect(actor.page.getByRole('img', { name: settlement.detail.payTitle })).toBeVisible();
  await expect(field(actor, settlement.pay.amount)).toHaveValue(new RegExp(value));
  await actor.page.locator('input[type=file]').setInputFiles({
    name: 'comprovante.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%proof\n'),
  });
  await press(actor, settlement.pay.submit);
  await expectToast(actor, dropshipping.successes['dropinvoices.pay']);
  return readFigures(actor);
}

/** The supplier found the credit on the statement. */
export async function approveInvoice(actor: Actor): Promise<Figures> {
  const { dropshipping } = actor.words;
  const { decide } = dropshipping.settlement;
  await openInvoice(actor, '/dropship-item/dropinvoice-supplier');
  await actor.page.getByRole('checkbox', { name: decide.seen }).check();
  await press(actor, decide.approve);
  await expectToast(actor, dropshipping.successes['dropinvoices.approve']);
  return readFigures(actor);
}

/** Revenue tiles and state as one side reads them. */
export async function invoiceFigures(actor: Actor): Promise<string[]> {
  const seller = actor.email.startsWith('vendedor');
  await openInvoice(
    actor,
    seller ? '/dropshipping/dropinvoice-seller' : '/dropship-item/dropinvoice-supplier',
  );
  await expectText(actor, actor.words.dropshipping.settlement.states.complete);
  const { value, lines } = await readFigures(actor);
  return [value, ...lines];
}

/** A sale of one product is packed by the supplier without a scanner, so that it is on the invoice of the day. */
export async function packAtOnce(supplier: Actor, id: number, sku: string): Promise<void> {
  const verb = (path: string, body?: object) => ask(supplier, 'POST', `/orders-supplier/${id}/${path}`, body);
  const { unitCount } = (await verb('picking')) as { unitCount: number };
  for (let nth = 0; nth < unitCount; nth++)
    await verb('beep', { code: sku, clientId: `at-once-${id}-scan-${nth}` });
  // The channel's label waits for the NF-e, if there is a channel.
  await verb('print', { reason: '' }).catch(() => verb('parcel-label', { why: 'invoice_required' }));
  await verb('packed');
}

/** Two invoices by one Pix: selected in the list, the code of their sum, one proof. */
export async function payTwoTogether(seller: Actor, sum: string): Promise<void> {
  const { page } = seller;
  const { settlement, successes } = seller.words.dropshipping;
  // A column has the same name as the state.
  const state = page.getByRole('cell', { name: settlement.states.pending, exact: true });
  const payable = page.getByRole('row').filter({ has: state });
  await expect(async () => {
    await go(seller, '/dropshipping/dropinvoice-seller');
    await expect(payable).toHaveCount(2, soon);
  }).toPass();
  for (const box of await payable.getByRole('checkbox').all()) await box.check();
  await press(seller, settlement.together.act);
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('pre')).toContainText(sum);
  await expect(dialog.getByRole('table').getByRole('row')).toHaveCount(3);
  await expectAccessible(seller);
  await page.locator('input[type=file]').setInputFiles(photo);
  await press(seller, settlement.pay.submit);
  await expectToast(seller, successes['dropinvoices.payTogether']);
  await expect(row(seller, settlement.states.waiting_approval)).toHaveCount(2);
}

/** The supplier checks the proof beside the list and approves what it pays. */
export async function approveInReview(supplier: Actor): Promise<void> {
  const { page } = supplier;
  const { settlement, successes } = supplier.words.dropshipping;
  await go(supplier, '/dropship-item/dropinvoice-supplier');
  await page
    .getByRole('link', { name: settlement.review.act })
    .or(supplier.page.getByRole('button', { name: settlement.review.act }))
    .click();
  const dialog = page.getByRole('dialog');
  const payments = dialog.getByRole('list', { name: settlement.review.list }).getByRole('listitem');
  await expect(payments).toHaveCount(1);
  await expect(dialog.locator('img')).toBeVisible();
  await expectAccessible(supplier);
  await expect(button(supplier, settlement.review.approveChosen)).toBeDisabled();
  await payments.getByRole('checkbox').check();
  await dialog.getByRole('checkbox', { name: settlement.review.seen }).check();
  await press(supplier, settlement.review.approveChosen);
  await expectToast(supplier, successes['dropinvoices.approveMany']);
  await expectText(supplier, settlement.review.empty);
}

/** The seller disputes the first line of a closed invoice, or units of it, with a photo. */
export async function disputeLine(
  seller: Actor,
  reason: string,
  of?: { path: string; quantity: string },
): Promise<void> {
  const { settlement, successes } = seller.words.dropshipping;
  const { dispute } = settlement;
  const act = seller.page.getByRole('button', { name: new RegExp(`^${dispute.act}`) }).first();
  await expect(async () => {
    if (of) await go(seller, of.path);
    else await openInvoice(seller, '/dropshipping/dropinvoice-seller');
    await expect(act).toBeVisible(soon);
  }).toPass();
  await act.click();
  const dialog = seller.page.getByRole('dialog', { name: dispute.title });
  if (of) await dialog.getByRole('textbox', { name: dispute.quantity }).fill(of.quantity);
  await type(seller, dispute.reason, reason);
  await dialog.locator('input[type=file]').first().setInputFiles(photo);
  await expectAccessible(seller);
  await dialog.getByRole('button', { name: dispute.submit }).click();
  await expectToast(seller, successes['disputes.open']);
}

/** The supplier credits the disputed line, and adds a manual credit. */
export async function acceptAndCredit(supplier: Actor, amount: string, reason: string): Promise<void> {
  const { page } = supplier;
  const { settlement, successes } = supplier.words.dropshipping;
  const { credit, dispute } = settlement;
  await openInvoice(supplier, '/dropship-item/dropinvoice-supplier');
  await press(supplier, dispute.accept);
  const asked = page.getByRole('dialog').filter({ hasText: dispute.acceptText });
  await asked.getByRole('button', { name: dispute.accept }).click();
  await expectToast(supplier, successes['disputes.accept']);
  await press(supplier, credit.act);
  await type(supplier, credit.amount, amount);
  await type(supplier, credit.reason, reason);
  await expectAccessible(supplier);
  const dialog = page.getByRole('dialog').filter({ hasText: credit.hint });
  await dialog.getByRole('button', { name: credit.submit }).click();
  await expectToast(supplier, successes['pairBalances.credit']);
}

/** All entries of the statements; a story that ends in another month has two. */
export async function readStatements(actor: Actor): Promise<string[]> {
  const { statements } = actor.words.dropshipping;
  const lines = actor.page.getByRole('table', { name: statements.entries }).getByRole('row');
  const links = row(actor, 'R$').getByRole('link');
  await go(actor, '/dropshipping/statements');
  await expect(links.first()).toBeVisible();
  const months = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  const read: string[] = [];
  for (const month of new Set(months)) {
    await go(actor, month);
    await expect(lines.nth(1)).toBeVisible();
    await expectAccessible(actor);
    read.push(...(await lines.allInnerTexts()).slice(1));
  }
  return read;
}
