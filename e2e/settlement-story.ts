import { expect } from '@playwright/test';
import {
  type Actor,
  button,
  controls,
  expectText,
  expectToast,
  field,
  go,
  password,
  press,
  row,
  turnClock,
  type,
} from './verbs.ts';

/** Bank and PIX data, with the password asked again. */
export async function enterBankData(actor: Actor): Promise<void> {
  const { account, dropshipping, ui } = actor.words;
  const { bank } = dropshipping.settlement;
  await go(actor, '/dropship-item/dropinvoice-supplier');
  await press(actor, bank.enter);
  await type(actor, bank.key, '12.ABC.345/01DE-35');
  await type(actor, bank.holder, 'Aurora Ltda');
  await type(actor, bank.city, 'São Paulo');
  await press(actor, ui.act.save);
  const asked = field(actor, account.fields.currentPassword);
  if (await asked.isVisible({ timeout: 5000 }).catch(() => false)) {
    await asked.fill(password);
    await press(actor, account.gate.submit);
  }
  await expectToast(actor, dropshipping.successes['bankAccount.update']);
}

/** The next day in Sao Paulo: what was packed yesterday is closed. */
export async function closeDay(actor: Actor): Promise<void> {
  await turnClock(actor, 24 * 60);
  await actor.page.request.post(`${controls}/task?name=dropinvoices.close`);
}

type Figures = { value: string; lines: string[] };

async function readFigures(actor: Actor): Promise<Figures> {
  const dialog = actor.page.getByRole('dialog');
  const lines = dialog.getByRole('table').getByRole('row');
  await expect(lines.nth(1)).toBeVisible();
  const value = await dialog.getByText(/^R\$/).first().innerText();
  return { value, lines: (await lines.allInnerTexts()).slice(1) };
}

async function openInvoice(actor: Actor, path: string): Promise<void> {
  await go(actor, path);
  await row(actor, 'R$').last().getByRole('link').first().click();
  await expect(actor.page.getByRole('dialog')).toBeVisible();
}

/** The seller pays what the PIX code asks for and shows the proof. */
export async function payInvoice(actor: Actor, value: string): Promise<Figures> {
  const { dropshipping } = actor.words;
  const { settlement } = dropshipping;
  await expect(async () => {
    await openInvoice(actor, '/dropshipping/dropinvoice-seller');
    await expect(button(actor, settlement.detail.copyPix)).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 40_000 });
  await expect(actor.page.locator('pre')).toContainText('59.80');
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

/** The supplier saw the credit on the statement. */
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
