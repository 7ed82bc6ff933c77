import { sql } from 'kysely';
import { addDays, addMinutes, dayOf, daysBetween, formatDay, startOfDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { App } from '#server/app.ts';
import { mapConcurrently } from '#server/concurrency.ts';
import { setScope } from '#server/db/transaction.ts';
import { giveCredit } from '#server/dropshipping/balance/pair-balance.ts';
import { saveBankAccount } from '#server/dropshipping/dropinvoice/bank-account.ts';
import { payDropinvoice } from '#server/dropshipping/dropinvoice/dropinvoice.ts';
import { closeDropinvoice } from '#server/dropshipping/dropinvoice/dropinvoice-close.ts';
import {
  approveDropinvoice,
  rejectDropinvoice,
} from '#server/dropshipping/dropinvoice/dropinvoice-decision.ts';
import type { Dice } from './dice.ts';
import { keepPaper } from './papers.ts';
import type { Team } from './people.ts';
import { play } from './stage.ts';

export async function enterBankData(app: App, supplier: Team, since: Date): Promise<void> {
  await play(app, async ({ tx, as }) => {
    await as(supplier.owner, since);
    const data = {
      pixKeyType: 'document' as const,
      pixKey: '11222333000181',
      holder: 'Casa Serena Distribuidora Ltda',
      city: 'São Paulo',
      bank: '341 Itaú',
      agency: '0745',
      account: '23581-9',
    };
    await saveBankAccount(tx, supplier.owner, data, undefined);
  });
}

type Open = { id: number; seller: Team; supplier: Team; day: string; total: number; number: number };

/** Every day that is over is closed at its midnight; then sellers pay, and suppliers look. */
export async function settle(app: App, teams: readonly Team[], dice: Dice): Promise<void> {
  const now = app.database.clock.now();
  const today = dayOf(now);
  const invoices = await closeDays(app, teams, today);
  const recent = invoices.at(-1);
  // Chosen in the order of the invoices, because what follows runs at the same time.
  const steps = invoices.map((invoice, index) => stepOf(daysBetween(invoice.day, today), index, dice));
  await mapConcurrently(invoices, 4, async (invoice, index) => {
    const step = steps[index] ?? 'unpaid';
    const payable = await payableOf(app, invoice);
    if (step !== 'unpaid' && payable > 0)
      await payInvoice(app, { ...invoice, total: payable }, step, now, dice);
  });
  if (recent) await creditDelay(app, recent.supplier, recent.seller, now);
}

async function closeDays(app: App, teams: readonly Team[], today: string): Promise<Open[]> {
  return play(app, async ({ tx, as }) => {
    const { rows } = await sql<{ dropinvoice_id: number; supplier_id: number }>`
      select * from open_dropinvoices(${today}::date)`.execute(tx.db);
    const closed: Open[] = [];
    for (const { dropinvoice_id: id, supplier_id: supplierId } of rows) {
      const supplier = teams.find(({ businessId }) => businessId === supplierId);
      if (!supplier) continue;
      await setScope(tx, supplier.owner);
      const { day } = await tx.db
        .selectFrom('dropinvoices')
        .select('day')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await as(supplier.owner, addMinutes(startOfDay(addDays(day, 1)), 5));
      await closeDropinvoice(tx, id);
      const row = await tx.db
        .selectFrom('dropinvoices')
        .select(['seller_id', 'total_centavos as total', 'number'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const seller = teams.find(({ businessId }) => businessId === row.seller_id);
      if (seller) closed.push({ id, seller, supplier, day, total: row.total, number: row.number });
    }
    return closed.sort(byDay);
  });
}

/** The order of numbers differs from one demo to the next, because sales of several pairs are made at the same time. */
const byDay = (one: Open, other: Open) =>
  one.day.localeCompare(other.day) ||
  one.supplier.businessId - other.supplier.businessId ||
  one.seller.businessId - other.seller.businessId;

/** A credit by hand, which is set against the oldest invoices to pay. */
async function creditDelay(app: App, supplier: Team, seller: Team, now: Date): Promise<void> {
  await play(app, async ({ tx, as }) => {
    await as(supplier.owner, addMinutes(now, -120));
    const credit = { sellerId: seller.businessId, amountCentavos: 4590 };
    await giveCredit(tx, supplier.owner, { ...credit, reason: 'Atraso na expedição de duas vendas' });
  });
}

/** The payable amount after the credits of the pair were set off. */
async function payableOf(app: App, { id, supplier }: Open): Promise<number> {
  return play(app, async ({ tx }) => {
    await setScope(tx, supplier.owner);
    const row = await tx.db
      .selectFrom('dropinvoices')
      .select(['state', 'payable_centavos'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.state === 'pending' ? row.payable_centavos : 0;
  });
}

type Step = 'unpaid' | 'paid' | 'approved' | 'rejected';

function stepOf(age: number, index: number, dice: Dice): Step {
  if (age >= 10) return index % 13 === 4 ? 'unpaid' : 'approved';
  if (age === 8) return 'rejected';
  if (age >= 6) return dice.pick(['approved', 'approved', 'paid'] as const);
  if (age >= 3) return dice.pick(['paid', 'unpaid', 'unpaid'] as const);
  return 'unpaid';
}

async function payInvoice(app: App, invoice: Open, step: Step, now: Date, dice: Dice): Promise<void> {
  const { id, seller, supplier, total, number } = invoice;
  const wanted = addMinutes(startOfDay(addDays(invoice.day, dice.between(2, 5))), 10 * 60 + 25);
  const at = wanted < now ? wanted : addMinutes(now, -90);
  const file = await keepPaper(app, seller.businessId, `comprovante-${number}.png`, 'Comprovante de Pix', [
    `Valor: ${formatMoney(total)}`,
    `De: ${seller.name}`,
    `Para: ${supplier.name}`,
    `Data: ${formatDay(dayOf(at))}`,
    `Identificador: FAT${number}`,
  ]);
  await play(app, async ({ tx, as }) => {
    await as(seller.administrator, at);
    const payment = { paidCentavos: total, paidOn: dayOf(at), note: '' };
    await payDropinvoice(tx, seller.administrator, id, 'pay', payment, file);
    const decided = addMinutes(at, 200);
    await as(supplier.administrator, decided < now ? decided : now);
    if (step === 'approved') await approveDropinvoice(tx, supplier.administrator, id);
    if (step === 'rejected') {
      await rejectDropinvoice(tx, supplier.administrator, id, 'O crédito não aparece no extrato do dia');
    }
  });
}
