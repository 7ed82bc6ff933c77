import { sql } from 'kysely';
import type { Advance } from '#contract/supply/receiving.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { isBlind, isHidden } from '#server/supply/request/supply-request.queries.ts';

type LineState = {
  sku: string;
  /** The expected units: confirmed by the vendor, or else ordered. */
  quantity: number;
  quantity_per_volume: number;
  counted_volumes: number | null;
  inbound: number;
  volumes: number;
  units: number;
  tagged: number;
  launched: number;
  problems: number;
};

/** Requires the result of the step for every line; the refusal names the lines without it. */
export async function assertComplete(
  tx: Tx,
  actor: Actor,
  requestId: number,
  { from, ...body }: Advance,
): Promise<void> {
  if (from === 'in_transport') return;
  const lines = await readLines(tx, requestId);
  const named = (wrong: (line: LineState) => boolean) => lines.filter(wrong).map((line) => line.sku);
  const refuse = (code: Parameters<typeof fail>[0], skus: string[]) => {
    if (skus.length > 0) fail(code, { facts: { lines: skus.slice(0, mostNamed) } });
  };
  if (from === 'check_volumes') {
    refuse('invoice_units_missing', await itemsWithoutUnits(tx, requestId));
    refuse(
      'counts_missing',
      named((line) => line.counted_volumes === null),
    );
    const open = lines.filter((line) => line.problems === 0);
    const hidden = isHidden(from, actor, await isBlind(tx));
    refuseDifferent(open, (line) => (line.counted_volumes ?? 0) - expectedVolumes(line), hidden);
  }
  if (from === 'register_volumes') {
    refuse(
      'volumes_missing',
      named((line) => line.volumes !== line.counted_volumes),
    );
    const open = lines.filter((line) => line.problems === 0);
    const hidden = isHidden(from, actor, await isBlind(tx));
    refuseDifferent(open, (line) => line.units - countedUnits(line), hidden);
  }
  if (from === 'tag_volumes')
    refuse(
      'volumes_untagged',
      named((line) => line.tagged < line.volumes),
    );
  if (from === 'stock_up') {
    refuse(
      'volumes_not_launched',
      named((line) => line.launched < line.volumes),
    );
    if (!body.acknowledge && (await hasOpenProblems(tx, requestId))) fail('problems_open');
    if (!body.rest)
      refuse(
        'rest_undecided',
        named((line) => line.inbound > 0),
      );
    else if (body.rest === 'close' && !body.reason?.trim() && lines.some((line) => line.inbound > 0))
      fail('reason_required');
  }
}

/** Items of the vendor's documents whose stock units are unknown, so that their cost cannot be distributed. */
async function itemsWithoutUnits(tx: Tx, requestId: number): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('vendor_invoice_items as x')
    .innerJoin('vendor_invoices as i', 'i.id', 'x.invoice_id')
    .select('x.name')
    .where('i.request_id', '=', requestId)
    .where('x.line_id', 'is not', null)
    .where('x.units', 'is', null)
    .orderBy('x.id')
    .execute();
  return rows.map((row) => row.name);
}

const mostNamed = 20;

/** Names lines with too few and too many units separately; a blind counter does not learn which lines differ. */
function refuseDifferent(
  lines: readonly LineState[],
  differenceOf: (line: LineState) => number,
  hidden: boolean,
): void {
  const named = (sign: number) =>
    lines.filter((line) => Math.sign(differenceOf(line)) === sign).map((line) => line.sku);
  const [less, more] = [named(-1), named(1)];
  if (less.length + more.length === 0) return;
  if (hidden) fail('problem_required');
  fail('problem_required', { facts: { less: less.slice(0, mostNamed), more: more.slice(0, mostNamed) } });
}

const expectedVolumes = (line: LineState) => Math.ceil(line.quantity / line.quantity_per_volume);

/** Units in the counted volumes, at the quantity per volume of their line. */
function countedUnits(line: LineState): number {
  const counted = line.counted_volumes ?? 0;
  return counted === expectedVolumes(line) ? line.quantity : counted * line.quantity_per_volume;
}

async function readLines(tx: Tx, requestId: number): Promise<LineState[]> {
  const { rows } = await sql<LineState>`
    select p.sku, coalesce(l.confirmed_quantity, l.quantity) as quantity, l.quantity_per_volume, l.counted_volumes, l.inbound, v.*,
      (select count(*)::int from reported_problems q where q.line_id = l.id) as problems
    from supply_request_lines l join product_variations p on p.id = l.variation_id cross join lateral (
      select count(*)::int as volumes,
        coalesce(sum((select sum(c.quantity) from volume_lines c where c.volume_id = x.id)), 0)::int as units,
        (count(*) filter (where x.state <> 'registered'))::int as tagged,
        (count(*) filter (where x.state not in ('registered', 'tagged')))::int as launched
      from volumes x where x.business_id = l.business_id and x.request_line_id = l.id and x.state <> 'voided') v
    where l.request_id = ${requestId} order by l.id`.execute(tx.db);
  return rows;
}

async function hasOpenProblems(tx: Tx, requestId: number): Promise<boolean> {
  const open = await tx.db
    .selectFrom('reported_problems')
    .select('id')
    .where('request_id', '=', requestId)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
