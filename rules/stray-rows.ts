import pg from 'pg';
import { crossTenantKeys } from './tenants.ts';

/**
 * The table to which a column of this name refers, with or without a foreign key; with its own table if the name has
 * two meanings.
 */
const pointing: Record<string, string> = {
  account_id: 'marketplace_accounts',
  advertisement_id: 'advertisements',
  api_key_id: 'api_keys',
  batch_id: 'batches',
  category_id: 'categories',
  dropship_item_id: 'dropship_items',
  'categories.parent_id': 'categories',
  file_id: 'files',
  image_id: 'images',
  invoice_id: 'vendor_invoices',
  line_id: 'order_lines',
  'receiving_scans.line_id': 'supply_request_lines',
  'reported_problems.line_id': 'supply_request_lines',
  'supply_request_answers.line_id': 'supply_request_lines',
  'vendor_invoice_items.line_id': 'supply_request_lines',
  order_id: 'orders',
  parent_id: 'inventory_locations',
  'supply_requests.parent_id': 'supply_requests',
  position_id: 'inventory_locations',
  problem_id: 'reported_problems',
  product_id: 'products',
  publication_id: 'publications',
  publication_variation_id: 'publication_variations',
  request_id: 'supply_requests',
  request_line_id: 'supply_request_lines',
  return_id: 'parcel_returns',
  'vendor_return_lines.return_id': 'vendor_returns',
  station_id: 'stations',
  stock_id: 'stock',
  unit_id: 'parcel_return_units',
  'order_tag_links.tag_id': 'order_tags',
  tag_id: 'product_tags',
  thumbnail_file_id: 'files',
  variation_id: 'product_variations',
  'margin_changes.variation_id': 'publication_variations',
  virtual_product_id: 'virtual_products',
  volume_id: 'volumes',
  volume_line_id: 'volume_lines',
  warehouse_id: 'warehouses',
  webhook_id: 'webhooks',
};
/** Columns that refer to a row of the other business of their row. */
const ofTheOther = [
  'advertisement_components.dropship_item_id',
  'order_parts.dropship_item_id',
  'parcel_photos.file_id',
  'order_parts.product_id',
  'order_parts.stock_id',
  'order_parts.variation_id',
  'orders.warehouse_id',
  'publication_components.dropship_item_id',
  'publication_components.stock_id',
  'publications.warehouse_id',
  // A picking list belongs to the fulfiller, its sales to the sellers.
  'picking_scans.order_id',
  'refused_sales.order_id',
  'virtual_product_components.dropship_item_id',
];

/** Columns with rows whose business differs from that of the row to which they refer, and how many. */
export async function strayRows(url: string): Promise<string[]> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const tables = await owner.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = any ($1)
        and a.atttypid = 'bigint'::regtype and exists (
        select from pg_attribute b where b.attrelid = c.oid and b.attname = 'business_id') order by 1, 2`,
    [Object.keys(pointing)],
  );
  const named = Object.values(crossTenantKeys).flat();
  const found: string[] = [];
  // Forced policies hide all rows from the owner of the tables.
  await owner.query('begin');
  await owner.query(`do $$ declare target regclass; begin
    for target in select c.oid::regclass from pg_class c where c.relforcerowsecurity loop
      execute format('alter table %s no force row level security', target); end loop; end $$`);
  for (const { table, column } of tables.rows) {
    const target = pointing[`${table}.${column}`] ?? pointing[column] ?? '';
    if (named.includes(`${table}.${column} -> ${target}`) || ofTheOther.includes(`${table}.${column}`))
      continue;
    const { rows } = await owner.query<{ strays: string }>(
      `select count(*) as strays from ${table} t join ${target} p on p.id = t.${column} where p.business_id <> t.business_id`,
    );
    if (rows[0]?.strays !== '0') found.push(`${table}.${column}: ${rows[0]?.strays}`);
  }
  await owner.query('rollback');
  await owner.end();
  return found;
}
