import { z } from 'zod';
import { wrap, wrapInner } from '../patch.ts';
import type { SourcePlant } from '../plant.ts';

const tenancy = 'rules/tenancy.test.ts';
const matrix = 'rules/authorization.test.ts';
const access = 'rules/access.test.ts';

/** A table whose rows of every business are read by every business. */
const opened = (table: string) => `alter policy reading on ${table} using (true)`;

export const tenantPlants: readonly SourcePlant[] = [
  {
    breaks: 'INV-26',
    what: 'an endpoint that names no right of the table',
    patch: wrap<typeof import('#contract/inventory/warehouse.ts')>()(
      'contract/inventory/warehouse.ts',
      'warehouses',
      (right) => ({ ...right, remove: { ...right.remove, permission: 'warehouses.anything' } }),
    ),
    detector: { file: 'rules/repository.test.ts', test: 'each names a permission of the table' },
  },
  {
    breaks: 'INV-26',
    what: 'an endpoint that asks for nothing but a session',
    patch: wrap<typeof import('#contract/inventory/warehouse.ts')>()(
      'contract/inventory/warehouse.ts',
      'warehouses',
      (right) => ({ ...right, remove: { ...right.remove, permission: 'signed-in' } }),
    ),
    detector: { file: access, test: 'the endpoints that anyone may call are a closed list' },
  },
  {
    breaks: 'INV-26',
    what: 'a removal by the right to look',
    patch: wrap<typeof import('#contract/inventory/warehouse.ts')>()(
      'contract/inventory/warehouse.ts',
      'warehouses',
      (right) => ({ ...right, remove: { ...right.remove, permission: 'warehouses.read' } }),
    ),
    detector: { file: access, test: 'no permission to read allows a change' },
  },
  {
    breaks: 'INV-26',
    what: 'a role too many in the table',
    patch: wrap<typeof import('#contract/permissions.ts')>()(
      'contract/permissions.ts',
      'permissionTable',
      (right) => {
        const adjust = right['volumes.adjust'];
        return { ...right, 'volumes.adjust': { ...adjust, roles: [...adjust.roles, 'stockist'] } };
      },
    ),
    detector: { file: access, test: 'permissions are those that were decided' },
  },
  {
    breaks: 'INV-27',
    what: 'a server that does not ask for the right',
    patch: {
      file: 'server/http/authorize.ts',
      name: 'authorize',
      find: "  if (access !== 'signed-in' && !actorCan(actor, access)) fail('forbidden');\n",
      replace: '',
    },
    detector: { file: matrix, test: 'warehouses.remove' },
  },
  {
    breaks: 'INV-27',
    what: 'a refresh token that opens what an access token opens',
    patch: {
      sql: `create or replace function open_session(token bytea, at timestamptz)
        returns table (session_id bigint, user_id bigint, business_id bigint, business_type text, roles text[],
          warehouse_ids bigint[], stage text, fresh_until timestamptz, locale text, two_step_due timestamptz,
          station_id bigint, station_warehouse_id bigint, supplier_may text[])
        language sql volatile security definer set search_path = public, pg_temp as $$
          select s.id, s.user_id, m.business_id, b.type, m.roles, m.warehouse_ids, s.stage, s.fresh_until, u.locale,
            null::timestamptz, null::bigint, null::bigint, b.supplier_may
          from sessions s join users u on u.id = s.user_id
          left join staff m on m.business_id = s.business_id and m.user_id = s.user_id
          left join businesses b on b.id = m.business_id,
          lateral (select set_config('app.user_id', s.user_id::text, true),
            set_config('app.business_id', coalesce(m.business_id::text, ''), true)) as opened
          where token in (s.access_hash, s.refresh_hash) and s.revoked_at is null $$`,
    },
    detector: { file: matrix, test: 'products.list' },
  },
  {
    breaks: 'INV-27',
    what: 'a product of another business that is there',
    patch: {
      file: 'server/products/product.queries.ts',
      name: 'wholeProduct',
      find: `    .where('p.business_id', '=', ownBusiness)
    .where('p.id', '=', id)`,
      replace: `    .where('p.id', '=', id)`,
      without: opened('products'),
    },
    detector: { file: matrix, test: 'products.detail' },
  },
  {
    breaks: 'INV-28',
    what: 'a refusal that says which id it knows',
    patch: {
      file: 'server/inventory/warehouse/warehouse.ts',
      name: 'readWarehouse',
      find: "?? fail('not_found')",
      replace: "?? fail('not_found', { facts: { id } })",
    },
    detector: { file: 'rules/foreign.test.ts', test: 'that does not exist > warehouses.detail' },
  },
  {
    breaks: 'INV-28',
    what: 'an id of others that takes longer than one that nobody has',
    patch: {
      sql: `create function look(business bigint) returns boolean language plpgsql as $$ begin
          if business = app_business() then return true; end if;
          perform pg_sleep(0.03); return false; end $$;
        grant execute on function look to easy_app;
        alter policy reading on warehouses using (look(business_id))`,
    },
    detector: { file: 'rules/foreign.test.ts', test: 'in the same time' },
  },
  {
    breaks: 'INV-29',
    what: 'categories of others that one can put their own below',
    patch: {
      file: 'server/products/category.ts',
      name: 'checkFather',
      find: "    .where('business_id', '=', actor.businessId)\n    .where('id', '=', father)",
      replace: "    .where('id', '=', father)",
      without: `${opened('categories')};
        alter table categories drop constraint categories_business_id_father_id_fkey`,
    },
    detector: {
      file: 'rules/foreign.test.ts',
      test: 'bodies > categories. | no row refers to a row of another business',
    },
  },
  {
    breaks: 'INV-30',
    what: 'a list that shows data of other businesses',
    patch: { sql: opened('warehouses') },
    detector: { file: 'rules/neighbours.test.ts', test: 'data of other businesses' },
  },
  {
    breaks: 'INV-30',
    what: 'accounts of others among the own',
    patch: { sql: opened('marketplace_accounts') },
    detector: { file: 'rules/neighbours.test.ts', test: 'data of other businesses' },
  },
  {
    breaks: 'INV-31',
    what: 'a table without a tenant',
    patch: { sql: 'create table notes (id bigint, business_id bigint, body text)' },
    detector: { file: tenancy, test: 'every table forces row-level security' },
  },
  {
    breaks: 'INV-31',
    what: 'a table whose owner is past its policies',
    patch: { sql: 'alter table orders no force row level security' },
    detector: { file: tenancy, test: 'every table forces row-level security' },
  },
  {
    breaks: 'INV-31',
    what: 'a table that the application owns, and so may open',
    patch: { sql: 'grant create on schema public to easy_app; alter table orders owner to easy_app' },
    detector: { file: tenancy, test: 'the application owns nothing' },
  },
  {
    breaks: 'INV-31',
    what: 'a key that does not carry the tenant',
    patch: {
      sql: 'alter table volume_events add column line_id bigint references volume_lines (id)',
    },
    detector: { file: tenancy, test: 'foreign keys contain the business' },
  },
  {
    breaks: 'INV-31',
    what: 'a table whose rows of every business are read by every business',
    patch: { sql: opened('advertisements') },
    detector: { file: tenancy, test: 'each policy admits' },
  },
  {
    breaks: 'INV-31',
    what: 'rows that one can write into the business of another',
    patch: { sql: 'alter policy adding on orders with check (true)' },
    detector: { file: tenancy, test: 'each policy admits' },
  },
  {
    breaks: 'INV-31',
    what: 'a missing tenant that finds nothing instead of failing',
    patch: {
      fn: 'app_business',
      find: "current_setting('app.business_id')",
      replace: "nullif(current_setting('app.business_id', true), '')",
    },
    detector: { file: tenancy, test: 'a query without a tenant is an error' },
  },
  {
    breaks: 'INV-31',
    what: 'a view that is read with the rights of its owner',
    patch: { sql: 'create view every_sale as select * from orders; grant select on every_sale to easy_app' },
    detector: { file: tenancy, test: 'every view' },
  },
  {
    breaks: 'INV-32',
    what: 'a cost that reaches the catalogue of sellers',
    patch: wrapInner('contract/dropshipping/catalogue.ts', 'listed', (right: z.ZodObject) =>
      right.extend({ cost: z.number().optional() }),
    ),
    detector: { file: 'rules/edges.test.ts', test: 'dropshipping' },
  },
  {
    breaks: 'INV-32',
    what: 'what the buyer paid, on the bench of the supplier',
    patch: wrap<typeof import('#contract/orders/checkout-sale.ts')>()(
      'contract/orders/checkout-sale.ts',
      'checkoutRow',
      (right) => right.extend({ totalCentavos: z.number().optional() }),
    ),
    detector: { file: 'rules/edges.test.ts', test: 'checkout' },
  },
  {
    breaks: 'INV-32',
    what: 'a column of money in the file of a packer',
    patch: {
      file: 'server/http/export.ts',
      name: 'chooseColumns',
      find: "keys.filter((key) => !columns[key].priced || actorCan(actor, 'prices.read'))",
      replace: 'keys.filter(() => true)',
    },
    detector: { file: 'rules/exports.test.ts', test: 'prices are exported only for those who may read them' },
  },
  {
    breaks: 'INV-35',
    what: 'files of others that are there',
    patch: { sql: `${opened('files')}; ${opened('images')}` },
    detector: {
      file: 'server/products/images/image.test.ts',
      test: 'answers 404 for an image of another business',
    },
  },
];
