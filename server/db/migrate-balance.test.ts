import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { settlementInvariants } from '../dropshipping/invariants.ts';
import { testDatabase } from '../test/database.ts';
import { migrate } from './migrate.ts';

/** The first migration that knows the balance of a pair. */
const balance = 'pair_balance';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The migrations of the release that carried amounts from one invoice to the next. */
function migrationsOfBefore(): string {
  const root = mkdtempSync(join(tmpdir(), 'easy-balance-'));
  folders.push(root);
  const folder = join(root, 'migrations');
  mkdirSync(folder);
  const landed = readdirSync(join(import.meta.dirname, 'migrations')).sort();
  const end = landed.findIndex((name) => name.includes(balance));
  for (const name of landed.slice(0, end))
    cpSync(join(import.meta.dirname, 'migrations', name), join(folder, name));
  cpSync(join(import.meta.dirname, 'before'), join(root, 'before'), { recursive: true });
  return folder;
}

const tables = [
  'businesses',
  'files',
  'trade_links',
  'dropinvoices',
  'dropinvoice_items',
  'dropinvoice_disputes',
  'dropinvoice_proofs',
];

/**
 * Invoices of one pair as that release wrote them: 1 owed the seller 10,00, which a line of 2 carried; 2 was paid 5,00 short,
 * which 3 charges; 3 is closed and unpaid, with a refused dispute of 20,00 left out of it; 4 became complete because all of it
 * was in dispute; 5 is open with a credit of 30,00 beside a sale; 6, of tomorrow, is nothing but a carry.
 */
const rows = `
  insert into businesses (id, name, type, document, created_at) values
    (8001, 'Loja', 'sales', '52998224725', now()), (8002, 'Fábrica', 'supply', '11222333000181', now());
  insert into trade_links (seller_id, supplier_id, created_at) values (8001, 8002, now());
  insert into files (id, business_id, sha256, bytes, content_type, name, created_at) overriding system value
    values (7, 8001, repeat('0', 64), 1, 'application/pdf', 'pix.pdf', now());
  insert into dropinvoices (id, seller_id, supplier_id, day, number, state, total_centavos, product_quantity, closed_at, due_on,
      bank, pix_code, paid_centavos, paid_on, proof_file_id, completed_at, created_at, updated_at)
    overriding system value values
    (1, 8001, 8002, '2026-11-01', 1, 'complete', -1000, 0, '2026-11-02 03:05Z', '2026-11-09', null, null, null, null, null,
      '2026-11-02 03:05Z', now(), now()),
    (2, 8001, 8002, '2026-11-02', 2, 'complete', 9000, 1, '2026-11-03 03:05Z', '2026-11-10', null, null, 8500, '2026-11-04', 7,
      '2026-11-04 15:00Z', now(), now()),
    (3, 8001, 8002, '2026-11-04', 3, 'pending', 8500, 4, '2026-11-05 03:05Z', '2026-11-12', null, null, null, null, null,
      null, now(), now()),
    (4, 8001, 8002, '2026-11-05', 4, 'complete', 0, 0, '2026-11-06 03:05Z', '2026-11-13', null, null, null, null, null,
      '2026-11-07 15:00Z', now(), now()),
    (5, 8001, 8002, '2026-11-27', 5, 'pending', 2000, 1, null, null, null, null, null, null, null, null, now(), now()),
    (6, 8001, 8002, '2026-11-28', 6, 'pending', -700, 0, null, null, null, null, null, null, null, null, now(), now());
  insert into dropinvoice_proofs (seller_id, supplier_id, dropinvoice_id, file_id, paid_centavos, paid_on, user_id, at)
    values (8001, 8002, 2, 7, 8500, '2026-11-04', 1, '2026-11-04 14:00Z');
  insert into dropinvoice_items (id, seller_id, supplier_id, dropinvoice_id, kind, quantity, unit_price_centavos,
      total_centavos, at) overriding system value values
    (1, 8001, 8002, 1, 'hand_credit', 1, -1000, -1000, '2026-11-01 15:00Z'),
    (2, 8001, 8002, 2, 'sale', 1, 10000, 10000, '2026-11-02 15:00Z'),
    (3, 8001, 8002, 2, 'carry', 1, -1000, -1000, '2026-11-02 03:05Z'),
    (4, 8001, 8002, 3, 'sale', 5, 2000, 10000, '2026-11-04 15:00Z'),
    (5, 8001, 8002, 3, 'difference', 1, 500, 500, '2026-11-04 15:00Z'),
    (6, 8001, 8002, 4, 'sale', 2, 1500, 3000, '2026-11-05 15:00Z'),
    (7, 8001, 8002, 5, 'sale', 1, 5000, 5000, '2026-11-27 15:00Z'),
    (8, 8001, 8002, 5, 'hand_credit', 1, -3000, -3000, '2026-11-27 15:00Z'),
    (9, 8001, 8002, 6, 'carry', 1, -700, -700, '2026-11-28 03:05Z');
  insert into dropinvoice_disputes (id, seller_id, supplier_id, dropinvoice_id, item_id, state, quantity, reason, refusal,
      opened_by, opened_at, refused_at) overriding system value values
    (1, 8001, 8002, 3, 4, 'refused', 1, 'Veio outra cor', 'Não veio', 1, '2026-11-06 15:00Z', '2026-11-07 15:00Z'),
    (2, 8001, 8002, 4, 6, 'open', 2, 'Veio quebrado', '', 1, '2026-11-07 15:00Z', null);
  insert into dropinvoice_items (id, seller_id, supplier_id, dropinvoice_id, kind, quantity, unit_price_centavos,
      total_centavos, dispute_id, at) overriding system value values
    (10, 8001, 8002, 3, 'dispute', -1, 2000, -2000, 1, '2026-11-06 15:00Z'),
    (11, 8001, 8002, 4, 'dispute', -2, 1500, -3000, 2, '2026-11-07 15:00Z')`;

test('carried amounts and undecided disputes of a database of before are in the balance and on their own invoices', async () => {
  const url = await testDatabase();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await owner.query(`drop schema public cascade; drop schema pgboss cascade;
      create schema public; grant usage on schema public to public`);
    await migrate(url, migrationsOfBefore());
    for (const table of tables) await owner.query(`alter table ${table} no force row level security`);
    await owner.query(rows);
    for (const table of tables) await owner.query(`alter table ${table} force row level security`);
    await migrate(url);
    expect(await checkInvariants(url, settlementInvariants)).toEqual([]);
    const invoices = await owner.query(`select number::int, state, total_centavos::int as total,
      settled_centavos::int as settled, disputed_centavos::int as disputed, payable_centavos::int as payable,
      due_on >= current_date as later from dropinvoices order by number`);
    expect(invoices.rows).toMatchObject([
      { number: 1, state: 'complete', total: -1000, settled: -1000 },
      { number: 2, state: 'complete', total: 9000, settled: 9000 },
      { number: 3, state: 'pending', total: 8500, settled: -2000, payable: 10_500, later: true },
      { number: 4, state: 'pending', total: 0, settled: -3000, disputed: 3000, payable: 0 },
      { number: 5, state: 'pending', total: 5000, settled: 0 },
    ]);
    const entries = await owner.query(
      'select kind, amount_centavos::int as amount from pair_entries order by id',
    );
    expect(entries.rows).toEqual([
      { kind: 'hand_credit', amount: 3000 },
      { kind: 'carry', amount: 700 },
    ]);
  } finally {
    await owner.end();
  }
});
