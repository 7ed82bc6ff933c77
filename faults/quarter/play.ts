import { api } from '#contract/index.ts';
import { drain } from '#server/marketplaces/test/factory.ts';
import { sweepOrders } from '#server/orders/sync/sweep.ts';
import { confirmParcel, jobOf } from '#server/orders/test/factory.ts';
import { instantAt, listings, type Plan, type Sale } from './plan.ts';
import type { Stage } from './stage.ts';

/** What the sweep finds at noon of a day, is packed by its evening; at midnight the invoices of the day close. */
export async function playDay(stage: Stage, plan: Plan, day: number): Promise<void> {
  const { app } = stage;
  app.clock.set(instantAt(day, 12).toISOString());
  await sweepOrders(jobOf(app));
  await drain(app);
  await packAll(stage, plan);
  app.clock.set(new Date(instantAt(day, 24).getTime() + 5 * 60_000).toISOString());
  await app.database.transact(null, async (tx) => tx.enqueue({ task: 'dropinvoices.close', payload: {} }));
  await drain(app);
}

/** Packs every sale that waits at the bench. */
async function packAll(stage: Stage, plan: Plan): Promise<void> {
  const { items } = await stage.seller.call(api.orders.list, { query: { query: 'status:pending' } });
  for (const { id, remoteOrderId } of items) {
    const sale = plan.sales.find((one) => one.id === remoteOrderId);
    if (sale) await pack(stage, id, sale);
  }
  if (items.length > 0) await packAll(stage, plan);
}

async function pack({ packer, skus }: Stage, id: number, sale: Sale): Promise<void> {
  const params = { id };
  await packer.call(api.checkout.startPicking, { params });
  let scans = 0;
  for (const { listing, quantity } of sale.lines)
    for (const { product, units } of listings[listing]?.parts ?? [])
      for (let n = 0; n < units * quantity; n++)
        await packer.call(api.checkout.beep, {
          params,
          body: { code: skus[product] ?? '', clientId: `scan-${id}-${++scans}` },
        });
  await confirmParcel(packer, id);
}
