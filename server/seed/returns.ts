import { sql } from 'kysely';
import { addDays, addMinutes, dayOf, startOfDay } from '#contract/dates.ts';
import { sumMoney } from '#contract/money.ts';
import { ownLabelCode } from '#contract/orders/parcel-label.ts';
import type { Tx } from '#server/db/transaction.ts';
import { lotShipped } from '#server/orders/checkout/restock.ts';
import { closeReturn } from '#server/orders/returns/close-return.ts';
import { inspectUnits } from '#server/orders/returns/inspect-units.ts';
import { openReturn } from '#server/orders/returns/open-return.ts';
import { partsOf } from '#server/orders/sale/advance.ts';
import { cancelOrder } from '#server/orders/sale/cancel.ts';
import type { Team } from './people.ts';
import type { Stage } from './stage.ts';

export type Floor = { team: Team; seller: Team; warehouseId: number; otherWarehouseId: number; now: Date };

/** How far each return has come: announced, opened at the dock, or closed with its units in this condition. */
const returns = [
  { reason: 'O produto não serviu', until: 'announced' },
  { reason: 'Endereço não encontrado', until: 'announced' },
  { reason: 'Chegou diferente do anúncio', until: 'opened' },
  { reason: null, until: 'good' },
  { reason: 'Chegou quebrado', until: 'damaged' },
] as const;
/** How many of them are closed, and credited. */
const credited = 2;

/** Parcels that come back, in every state that a return may be in. */
export async function receiveReturns(stage: Stage, floor: Floor, photos: readonly number[]): Promise<void> {
  const { team, seller } = floor;
  await stage.as(team.stockist, floor.now);
  const sales = await findSent(stage.tx, floor);
  const now = addMinutes(startOfDay(await findBusyDay(stage.tx, floor, sales.slice(-credited))), 18 * 60);
  for (const [index, { id: sale }] of sales.entries()) {
    const back = returns[index];
    if (!back) continue;
    const at = (minutes: number) => addMinutes(now, minutes - 280 + index * 30);
    if (back.reason !== null) {
      await stage.as(seller.seller, at(-600));
      const cancel = { by: 'marketplace', userId: null, reason: back.reason } as const;
      await cancelOrder(stage.tx, seller.businessId, sale, cancel);
    }
    if (back.until === 'announced') continue;
    await stage.as(team.stockist, at(0));
    await openReturn(stage.tx, team.stockist, ownLabelCode(sale));
    if (back.until === 'opened') continue;
    await stage.as(team.stockist, at(4));
    await look(stage.tx, floor, sale, back.until, photos);
  }
}

/** Each unit is looked at, and a good one goes to a volume of the product; one that no volume takes counts as damaged. */
async function look(
  tx: Tx,
  { team }: Floor,
  sale: number,
  wanted: 'good' | 'damaged',
  photos: readonly number[],
): Promise<void> {
  const places: { partId: number; volumeCode: string }[] = [];
  for (const { id, sku, quantity, stock_id, variation_id } of await partsOf(tx, sale)) {
    const volumeCode = wanted === 'good' ? await volumeFor(tx, id, variation_id, stock_id) : undefined;
    if (volumeCode) places.push({ partId: id, volumeCode });
    const condition = volumeCode ? 'good' : 'damaged';
    const unit = { code: sku, condition, quantity, clientId: `demo-return-${id}` } as const;
    const reason = volumeCode ? '' : 'Quebrado no transporte';
    await inspectUnits(tx, team.stockist, sale, { ...unit, reason }, volumeCode ? [] : photos);
  }
  await closeReturn(tx, team.stockist, sale, places);
}

/** A volume with more of it in the same lot, else a volume with nothing in it. */
async function volumeFor(
  tx: Tx,
  partId: number,
  variationId: number,
  stockId: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ code: string }>`
    select v.code from volumes v join stock s on s.warehouse_id = v.warehouse_id
      left join volume_lines l on l.volume_id = v.id and l.quantity > 0
    where s.id = ${stockId} and v.state in ('active', 'empty') and not v.tote and v.position_id is not null
      and (l.id is null or l.variation_id = ${variationId}
        and l.batch_id is not distinct from (${lotShipped(sql`${partId}::bigint`)}))
    order by l.id is null, v.id limit 1`.execute(tx.db);
  return rows[0]?.code;
}

type Sent = { id: number; total: number; units: number };

/** A day of the last three whose packed amount exceeds its returned one, or the nearest to it. */
async function findBusyDay(tx: Tx, { team, seller, now }: Floor, sales: readonly Sent[]): Promise<string> {
  const total = sumMoney(sales.map((sale) => sale.total));
  const units = sales.reduce((all, sale) => all + sale.units, 0);
  const { day } = await tx.db
    .selectFrom('dropinvoices')
    .select('day')
    .where('seller_id', '=', seller.businessId)
    .where('supplier_id', '=', team.businessId)
    .where('day', '<', dayOf(now))
    .where('day', '>=', addDays(dayOf(now), -3))
    .orderBy(sql`total_centavos > ${total} and product_quantity > ${units}`, 'desc')
    .orderBy('total_centavos', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return day;
}

/** Sales of the seller that left from this warehouse with a label of ours; the smallest come last, and are credited. */
async function findSent(tx: Tx, { team, seller, warehouseId }: Floor): Promise<Sent[]> {
  const rows = await tx.db
    .selectFrom('orders')
    .select([
      'id',
      'total_centavos as total',
      sql<number>`(select sum(p.quantity)::int from order_parts p where p.order_id = orders.id)`.as('units'),
    ])
    .where('business_id', '=', seller.businessId)
    .where('fulfiller_id', '=', team.businessId)
    .where('warehouse_id', '=', warehouseId)
    .where('account_id', 'is', null)
    .where('status', '=', 'sent')
    .orderBy('id')
    .limit(20)
    .execute();
  return rows
    .toSorted((one, other) => other.units - one.units || other.total - one.total)
    .slice(-returns.length);
}
