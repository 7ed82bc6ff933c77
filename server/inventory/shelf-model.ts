import pg from 'pg';
import type { App } from '#server/app.ts';
import type { Tx } from '#server/db/transaction.ts';
import { asBusiness } from '#server/db/transaction.ts';
import { shelfInvariants } from './invariants.ts';
import { lockStock } from './ledger.ts';
import { consume, type Demand, reopen } from './reservations.ts';
import {
  findPickable,
  packFromVolumes,
  pinLines,
  type Take,
  unpackToVolumes,
  unpinLines,
} from './volume-picks.ts';

/** A sale as the shelf meets it: bare rows, made past the rules of the orders area; for tests of the shelf. */
export type Sale = { sellerId: number; supplierId: number; orderId: number; demands: Demand[] };

type Part = { stockId: number; quantity: number; offerId: number; productId: number; variationId: number };

export async function makeSale(
  app: App,
  sellerId: number,
  supplierId: number,
  parts: readonly Part[],
): Promise<Sale> {
  return app.database.transact({ businessId: sellerId }, async (tx) => {
    const order = await tx.db
      .insertInto('orders')
      .values({
        business_id: sellerId,
        fulfiller_id: supplierId,
        total_centavos: 1000,
        purchased_at: tx.now(),
        status: 'waiting_separation',
        created_at: tx.now(),
        updated_at: tx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const line = await tx.db
      .insertInto('order_lines')
      .values({
        business_id: sellerId,
        fulfiller_id: supplierId,
        order_id: order.id,
        title: 'Sale',
        quantity: 1,
        unit_price_centavos: 1000,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const made = await tx.db
      .insertInto('order_parts')
      .values(
        parts.map((part) => ({
          business_id: sellerId,
          fulfiller_id: supplierId,
          order_id: order.id,
          line_id: line.id,
          dropship_item_id: part.offerId,
          product_id: part.productId,
          variation_id: part.variationId,
          stock_id: part.stockId,
          quantity: part.quantity,
          unit_cost_centavos: 500,
          product_name: 'Part',
          sku: 'PART',
        })),
      )
      .returning(['id as partId', 'stock_id as stockId', 'quantity'])
      .execute();
    return { sellerId, supplierId, orderId: order.id, demands: made };
  });
}

/** Packs a sale that is firmly promised, from whatever volumes have it; false where there is nothing to pack. */
export async function packSale(tx: Tx, userId: number, sale: Sale, attempt: number): Promise<boolean> {
  return asBusiness(tx, sale.supplierId, async () => {
    await lockStock(
      tx,
      sale.demands.map((demand) => demand.stockId),
    );
    const open = await openFirm(tx, sale.orderId);
    if (open.length === 0) return false;
    await consume(tx, sale.orderId);
    const takes: Take[] = [];
    for (const demand of open) takes.push(...(await chooseTakes(tx, demand)));
    await pinLines(tx, takes);
    await packFromVolumes(tx, userId, { orderId: sale.orderId, attempt }, takes);
    return true;
  });
}

export class NothingToPick extends Error {
  override readonly name = 'NothingToPick';
}

async function chooseTakes(tx: Tx, demand: { stockId: number; quantity: number }): Promise<Take[]> {
  const takes: Take[] = [];
  let missing = demand.quantity;
  for (const line of await findPickable(tx, demand.stockId)) {
    const quantity = Math.min(missing, line.free);
    if (quantity > 0) takes.push({ lineId: line.lineId, quantity });
    missing -= quantity;
  }
  if (missing > 0) throw new NothingToPick();
  return takes;
}

function openFirm(tx: Tx, orderId: number) {
  return tx.db
    .selectFrom('reservations')
    .select(['stock_id as stockId', 'quantity'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .where('kind', '=', 'firm')
    .orderBy('stock_id')
    .forUpdate()
    .execute();
}

export async function unpackSale(tx: Tx, userId: number, sale: Sale, attempt: number): Promise<boolean> {
  return asBusiness(tx, sale.supplierId, async () => {
    const takes = await unpackToVolumes(tx, userId, { orderId: sale.orderId, attempt });
    if (takes.length === 0) return false;
    await unpinLines(tx, takes);
    await reopen(tx, sale.supplierId, sale.orderId, sale.demands);
    return true;
  });
}

/** The owner of the tables is under their policies too: in a test's own database it may read everything. */
const openToOwner = `do $$ declare target regclass; begin
  for target in select c.oid::regclass from pg_class c where c.relrowsecurity
    and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'auditing') loop
    execute format('create policy auditing on %s for select to current_user using (true)', target);
  end loop; end $$`;

/** Broken invariants of a database, by name, with the rows that break them. */
export async function brokenInvariants(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const broken: string[] = [];
    await client.query(openToOwner);
    for (const { name, sql } of shelfInvariants) {
      const { rows } = await client.query(sql);
      if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`);
    }
    return broken;
  } finally {
    await client.end();
  }
}
