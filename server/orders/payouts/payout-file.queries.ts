import { sql } from 'kysely';
import {
  type PayoutFileRow,
  type PayoutLineRow,
  payoutFileFilter,
  payoutFileSorts,
  payoutLineFilter,
  payoutLineKinds,
  payoutLineSorts,
  payoutReports,
} from '#contract/orders/payout.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';

const fileBase = (tx: Tx) =>
  tx.db
    .selectFrom('payout_files as f')
    .innerJoin('marketplace_accounts as a', (join) =>
      join.onRef('a.business_id', '=', 'f.business_id').onRef('a.id', '=', 'f.account_id'),
    )
    .leftJoin('users as u', 'u.id', 'f.user_id')
    .select(['f.id', 'f.report', 'f.first_day', 'f.last_day', 'f.known_count', 'f.at', 'f.user_id'])
    .select(['a.id as account_id', 'a.name as account_name', 'u.name as by'])
    .select(
      sql<number>`(select count(*) from payout_lines l where l.business_id = f.business_id
        and l.file_id = f.id)::int`.as('lines'),
    )
    .select(
      sql<number>`coalesce((select sum(l.amount_centavos) from payout_lines l where l.business_id = f.business_id
        and l.file_id = f.id), 0)::bigint`.as('sum'),
    );

type FoundFile = Awaited<ReturnType<ReturnType<typeof fileBase>['executeTakeFirstOrThrow']>>;

const fileList = listSpec({
  fields: payoutFileFilter,
  sortedBy: payoutFileSorts,
  sql: { account: sql`f.account_id`, at: sql`f.at` },
  search: sql`fold(a.name)`,
  sorts: { at: sql`f.at` },
  required: ['at'],
  defaultSort: '-at',
  id: sql`f.id`,
});

export async function listPayoutFiles(tx: Tx, query: ListQuery): Promise<Page<PayoutFileRow>> {
  const found = await listPage(tx, fileBase(tx), fileList, query);
  return { ...found, items: found.items.map(shapeFile) };
}

export async function readPayoutFile(tx: Tx, id: number): Promise<PayoutFileRow> {
  const row = (await fileBase(tx).where('f.id', '=', id).executeTakeFirst()) ?? fail('not_found');
  return shapeFile(row);
}

const shapeFile = (row: FoundFile): PayoutFileRow => ({
  id: row.id,
  account: { id: row.account_id, name: row.account_name },
  report: payoutReports.find((report) => report === row.report) ?? fail('internal'),
  firstDay: row.first_day,
  lastDay: row.last_day,
  lineCount: row.lines,
  knownCount: row.known_count,
  sumCentavos: row.sum,
  at: row.at.toISOString(),
  by: row.user_id === null ? null : (row.by ?? ''),
});

const lineBase = (tx: Tx) =>
  tx.db
    .selectFrom('payout_lines as l')
    .innerJoin('marketplace_accounts as a', (join) =>
      join.onRef('a.business_id', '=', 'l.business_id').onRef('a.id', '=', 'l.account_id'),
    )
    .select([
      'l.id',
      'l.day',
      'l.kind',
      'l.numbers',
      'l.reference',
      'l.text',
      'l.amount_centavos',
      'l.order_id',
    ])
    .select(['a.id as account_id', 'a.name as account_name']);

const lineList = listSpec({
  fields: payoutLineFilter,
  sortedBy: payoutLineSorts,
  sql: {
    account: sql`l.account_id`,
    kind: sql`l.kind`,
    matched: { where: ([wanted]) => sql`(l.order_id is not null) = ${wanted}` },
    number: sql`array_to_string(l.numbers, ' ')`,
    day: sql`l.day`,
  },
  search: sql`fold(array_to_string(l.numbers, ' ') || ' ' || l.reference || ' ' || l.text)`,
  sorts: { day: sql`l.day` },
  required: ['day'],
  defaultSort: '-day',
  id: sql`l.id`,
});

export async function listPayoutLines(tx: Tx, query: ListQuery): Promise<Page<PayoutLineRow>> {
  const found = await listPage(tx, lineBase(tx), lineList, query);
  return {
    ...found,
    items: found.items.map((row) => ({
      ...{ id: row.id, account: { id: row.account_id, name: row.account_name }, day: row.day },
      kind: payoutLineKinds.find((kind) => kind === row.kind) ?? fail('internal'),
      ...{ number: row.numbers[0] ?? '', reference: row.reference, text: row.text },
      ...{ amountCentavos: row.amount_centavos, orderId: row.order_id },
    })),
  };
}
