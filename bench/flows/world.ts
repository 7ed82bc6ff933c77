import { sql } from 'kysely';
import type { App } from '#server/app.ts';
import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Environment } from '#server/env.ts';
import { seal } from '#server/seal.ts';
import type { Machine } from './machine.ts';
import type { MarketItem } from './market.ts';

export type Account = { businessId: number; accountId: number; remoteUserId: string };
export type Shelf = {
  stockId: number;
  offerId: number;
  variationId: number;
  sku: string;
  volumeCode: string;
};
export type World = {
  supplierId: number;
  warehouseId: number;
  /** A packer of the supplier, signed in. */
  packer: { token: string; userId: number };
  accounts: Account[];
  shelves: Shelf[];
  /** Items on sale: each stock level on each account, `publications` times. */
  items: MarketItem[];
};

export type WorldSize = {
  accounts: number;
  shelves: number;
  units: number;
  publications?: number;
  /** Positions in walking order in which the goods are stored, */
  positions?: number;
  /** behind so many that are empty. */
  emptyPositions?: number;
};

let serial = 0;

/** A supplier with full stock and sellers who publish all of it, as the product's own rules would create them. */
export async function makeWorld(app: App, env: Environment, size: WorldSize): Promise<World> {
  const supplierId = await makeBusiness(app, 'supply', `Fornecedor ${++serial}`);
  const packer = await makeStaff(app, supplierId, ['owner']);
  const { warehouseId, shelves } = await app.database.transact({ businessId: supplierId }, (tx) =>
    fillShelves(tx, size, packer.userId),
  );
  const accounts: Account[] = [];
  const items: MarketItem[] = [];
  for (let n = 0; n < size.accounts; n++) {
    const businessId = await makeBusiness(app, 'sales', `Vendedor ${serial}.${n}`);
    const account = await app.database.transact({ businessId }, async (tx) => {
      await tx.db
        .insertInto('trade_links')
        .values({ seller_id: businessId, supplier_id: supplierId, created_at: tx.now() })
        .execute();
      return connect(tx, env, businessId);
    });
    accounts.push(account);
    for (let round = 0; round < (size.publications ?? 1); round++)
      items.push(
        ...(await app.database.transact({ businessId }, (tx) => publish(tx, account, supplierId, shelves))),
      );
  }
  return { supplierId, warehouseId, packer, accounts, shelves, items };
}

async function fillShelves(
  tx: Tx,
  size: WorldSize,
  userId: number,
): Promise<{ warehouseId: number; shelves: Shelf[] }> {
  const run = ++serial;
  const { positions = 1, emptyPositions = 0 } = size;
  const { rows } = await sql<{
    stock_id: number;
    warehouse_id: number;
    offer_id: number;
    variation_id: number;
    sku: string;
    code: string;
  }>`
    with warehouse as (
      insert into warehouses (business_id, name, created_at) values (app_business(), 'Galpão', ${tx.now()}) returning id
    ), place as (
      insert into inventory_locations (business_id, warehouse_id, prefix, index, code, walk)
      select app_business(), id, 'A', n, 'A-' || lpad(n::text, 3, '0'), n
      from warehouse, generate_series(1, ${emptyPositions + positions}::int) n returning id, warehouse_id, index
    ), product as (
      insert into products (business_id, name, created_at, updated_at)
      select app_business(), 'Caneca ' || n, ${tx.now()}, ${tx.now()} from generate_series(1, ${size.shelves}::int) n
      returning id, name
    ), variation as (
      insert into product_variations (business_id, product_id, name, sku, cost_centavos)
      select app_business(), id, '', 'SKU-' || ${run}::text || '-' || id, 1500 from product returning id, product_id, sku
    ), volume as (
      insert into volumes (business_id, code, warehouse_id, position_id, state, launched_at, created_at)
      select app_business(), 'VB-' || ${run}::text || '-' || v.id, p.warehouse_id, p.id, 'active', ${tx.now()}, ${tx.now()}
      from variation v join place p on p.index = 1 + ${emptyPositions}::int + v.id % ${positions}::int returning id, code, position_id
    ), held as (
      insert into volume_lines (business_id, volume_id, variation_id, quantity)
      select app_business(), b.id, v.id, ${size.units}::int from volume b
      join variation v on b.code = 'VB-' || ${run}::text || '-' || v.id returning volume_id, variation_id
    ), event as (
      insert into volume_events (business_id, volume_id, at, user_id, kind)
      select app_business(), id, ${tx.now()}, ${userId}, 'launched' from volume returning id
    ), shelf as (
      insert into stock (business_id, variation_id, warehouse_id, on_hand, revision)
      select app_business(), v.id, w.id, ${size.units}::int, 1 from variation v, warehouse w returning id, variation_id, warehouse_id
    ), receipt as (
      insert into ledger_entries (business_id, stock_id, kind, source, source_id, on_hand, volume_id, position_id, user_id, at)
      select app_business(), s.id, 'receipt', 'volume', h.volume_id || '/' || s.variation_id, ${size.units}::int, h.volume_id, b.position_id, ${userId}, ${tx.now()}
      from shelf s join held h on h.variation_id = s.variation_id join volume b on b.id = h.volume_id returning id
    ), offer as (
      insert into dropship_items (business_id, product_id, variation_id, warehouse_id, stock_id, quantity_cap, price_centavos, created_at, updated_at)
      select app_business(), v.product_id, v.id, s.warehouse_id, s.id, 1000000, 2000, ${tx.now()}, ${tx.now()}
      from shelf s join variation v on v.id = s.variation_id returning id, stock_id, variation_id, warehouse_id
    )
    select o.stock_id, o.warehouse_id, o.id as offer_id, v.id as variation_id, v.sku, b.code from offer o join variation v on v.id = o.variation_id
    join held h on h.variation_id = v.id join volume b on b.id = h.volume_id order by o.id`.execute(tx.db);
  const shelves = rows.map((row) => ({
    stockId: row.stock_id,
    offerId: row.offer_id,
    variationId: row.variation_id,
    sku: row.sku,
    volumeCode: row.code,
  }));
  return { warehouseId: rows[0]?.warehouse_id ?? 0, shelves };
}

async function connect(tx: Tx, env: Environment, businessId: number): Promise<Account> {
  const remoteUserId = String(700_000_000 + ++serial);
  const token = seal(env.secretKey, 'marketplace-tokens', `APP_USR-${remoteUserId}`);
  const { id } = await tx.db
    .insertInto('marketplace_accounts')
    .values({
      business_id: businessId,
      marketplace: 'mercado-livre',
      name: `Conta ${remoteUserId}`,
      remote_user_id: remoteUserId,
      access_token: token,
      refresh_token: token,
      token_expires_at: new Date(tx.now().getTime() + 6 * 3_600_000),
      connected_at: tx.now(),
      // Marked as just swept, so that the sweep has nothing to read during a measurement.
      swept_at: tx.now(),
      created_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { businessId, accountId: id, remoteUserId };
}

async function publish(
  tx: Tx,
  account: Account,
  supplierId: number,
  shelves: readonly Shelf[],
): Promise<MarketItem[]> {
  const run = ++serial;
  const { rows } = await sql<{ item: string; sku: string }>`
    with shelf as (
      select s.stock_id, s.offer_id, d.warehouse_id, st.sellable, st.revision, row_number() over (order by s.offer_id) as n
      from jsonb_to_recordset(${JSON.stringify(shelves.map((one) => ({ stock_id: one.stockId, offer_id: one.offerId })))}::jsonb)
        as s (stock_id bigint, offer_id bigint)
      join dropship_items d on d.id = s.offer_id join stock st on st.id = s.stock_id
    ), ad as (
      insert into advertisements (business_id, product, created_at, updated_at)
      select app_business(), 'Caneca', ${tx.now()}, ${tx.now()} from shelf returning id
    ), numbered as (
      select id, row_number() over (order by id) as n from ad
    ), publication as (
      insert into publications (business_id, advertisement_id, account_id, name, category_id, type, warehouse_id, supplier_id,
        remote_item_id, state, remote_status, created_at, updated_at)
      select app_business(), ad.id, ${account.accountId}, 'Caneca', 'MLB1000', 'classic', s.warehouse_id, ${supplierId},
        'MLB' || (6000000000 + ${run}::bigint * 100000 + s.n), 'active', 'active', ${tx.now()}, ${tx.now()}
      from shelf s join numbered ad on ad.n = s.n returning id, remote_item_id
    ), variation as (
      insert into publication_variations (business_id, publication_id, name, sku, margin_basis_points, cost_centavos, price_centavos,
        remote_item_id, synced_quantity, synced_price_centavos, synced_revision)
      select app_business(), p.id, '', 'PUB-' || p.remote_item_id, 2000, 2000, 4990, p.remote_item_id, s.sellable, 4990, s.revision
      from publication p join shelf s on p.remote_item_id = 'MLB' || (6000000000 + ${run}::bigint * 100000 + s.n)
      returning id, remote_item_id, sku
    ), component as (
      insert into publication_components (business_id, publication_variation_id, dropship_item_id, stock_id, supplier_id, quantity)
      select app_business(), v.id, s.offer_id, s.stock_id, ${supplierId}, 1
      from variation v join shelf s on v.remote_item_id = 'MLB' || (6000000000 + ${run}::bigint * 100000 + s.n) returning id
    )
    select remote_item_id as item, sku from variation order by remote_item_id`.execute(tx.db);
  return rows.map((row) => ({
    itemId: row.item,
    sellerId: account.remoteUserId,
    price: 49.9,
    sku: row.sku,
  }));
}

/** Sales of the supplier's stock, counted by the value of a column. */
export async function countBy(
  machine: Machine,
  world: World,
  column: 'reserve' | 'status',
): Promise<Record<string, number>> {
  const rows = await machine.ask<{ value: string; total: number }>(
    `select ${column} as value, count(*)::int as total from orders where fulfiller_id = $1 group by 1`,
    [world.supplierId],
  );
  return Object.fromEntries(rows.map((row) => [row.value, row.total]));
}
