import { sql } from 'kysely';
import type { advertisements } from '#contract/advertisements/advertisement.ts';
import { canPublication } from '#contract/advertisements/publication-states.ts';
import { type BulkOutcome, outcomeOf } from '#contract/bulk.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { findSelectedAdvertisements } from './advertisement.queries.ts';
import { publicationChanged } from './publication/publication.queries.ts';
import { enqueuePush } from './publication/publication-queue.ts';

type Body = BodyOf<typeof advertisements.bulkUpdate>;
type Outcome = ResponseOf<typeof advertisements.bulkUpdate>;
type CapBefore = Outcome['capped'][number];
type Row = {
  id: number;
  advertisement_id: number;
  state: Parameters<typeof canPublication>[1];
  /** The requested state, whether or not the marketplace has applied it. */
  wanted: string;
  connected: boolean;
  out: boolean;
};

/**
 * On every account with a publication of an advertisement: on sale or not, and how much of the stock it shows. The archive
 * concerns the advertisements alone.
 */
export async function updateAdvertisements(
  tx: Tx,
  actor: Actor,
  { change, ...selection }: Body,
): Promise<Outcome> {
  const found = await findSelectedAdvertisements(tx, selection);
  const onlyArchive = change.onSale === undefined && change.quantityCap === undefined;
  const rows = onlyArchive ? [] : await lockPublications(tx, found, change.publications);
  const refused = new Map<number, ErrorCode>();
  const changing: Row[] = [];
  for (const row of rows) {
    const refusal = refusalOf(row, change);
    if (refusal) refused.set(row.advertisement_id, refusal);
    else changing.push(row);
  }
  const capped = await changeCaps(tx, changing, change);
  await changeSaleState(tx, changing, change);
  for (const { id, out } of changing) if (out) enqueuePush(tx, actor.businessId, id);
  publicationChanged(tx, actor.businessId);
  await changeArchive(tx, found, change);
  const published = new Set(rows.map((row) => row.advertisement_id));
  // Undoing concerns only those that were switched.
  const asked = change.publications ? found.filter((id) => published.has(id)) : (selection.ids ?? found);
  const failed = found.flatMap((id) => {
    const code = refused.get(id) ?? (published.has(id) || onlyArchive ? null : ('not_published' as const));
    return code ? [{ id, code }] : [];
  });
  const failing = new Set(failed.map(({ id }) => id));
  const outcome = outcomeOf(
    asked,
    found.filter((id) => !failing.has(id)),
    failed,
  );
  return { ...outcome, switched: switchedBy(changing, change), capped };
}

function switchedBy(rows: readonly Row[], { onSale }: Body['change']): number[] {
  if (onSale === undefined) return [];
  return rows.filter(({ wanted }) => wanted !== saleState(onSale)).map(({ id }) => id);
}

const saleState = (onSale: boolean) => (onSale ? 'active' : 'paused');

async function lockPublications(
  tx: Tx,
  advertisementIds: readonly number[],
  only: readonly number[] | undefined,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id, p.advertisement_id, p.state, p.desired_state as wanted, p.remote_item_id is not null as out,
      exists (select from marketplace_accounts m
        where m.id = p.account_id and m.state = 'connected' and m.removed_at is null) as connected
    from publications p
    where p.business_id = app_business() and p.advertisement_id = any(${advertisementIds}::bigint[])
      and p.state <> 'closed' and (${only === undefined} or p.id = any(${only ?? []}::bigint[]))
    order by p.id for update`.execute(tx.db);
  return rows;
}

function refusalOf(row: Row, { onSale }: Body['change']): ErrorCode | null {
  if (onSale === undefined) return null;
  if (!row.connected) return 'account_disconnected';
  return canPublication(onSale ? 'activate' : 'pause', row.state) || (onSale && row.state === 'active')
    ? null
    : 'state_conflict';
}

/** Returns the previous values of the caps that changed. */
async function changeCaps(
  tx: Tx,
  rows: readonly Row[],
  { quantityCap: cap }: Body['change'],
): Promise<CapBefore[]> {
  if (cap === undefined) return [];
  const ids = rows.map(({ id }) => id);
  const { rows: before } = await sql<CapBefore>`
    with changed as (select id, quantity_cap from publication_variations
        where business_id = app_business() and publication_id = any(${ids}::bigint[]) order by id for update)
    update publication_variations v set quantity_cap = ${cap}::int, version = v.version + 1
    from changed c join publication_variations same using (id) join publications p on p.id = same.publication_id
    where v.id = c.id
    returning p.advertisement_id as advertisement, v.id as "variationId", c.quantity_cap as "quantityCap"`.execute(
    tx.db,
  );
  return before.filter(({ quantityCap }) => quantityCap !== cap);
}

async function changeSaleState(tx: Tx, rows: readonly Row[], { onSale }: Body['change']): Promise<void> {
  if (onSale === undefined) return;
  const ids = rows.map(({ id }) => id);
  await tx.db
    .updateTable('publications')
    .set((set) => ({
      desired_state: saleState(onSale),
      pending_fields: sql<string[]>`array(select distinct unnest(pending_fields || array['state']))`,
      updated_at: tx.now(),
      version: set('version', '+', 1),
    }))
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
}

async function changeArchive(
  tx: Tx,
  advertisementIds: readonly number[],
  { archived }: Body['change'],
): Promise<void> {
  if (archived === undefined) return;
  await tx.db
    .updateTable('advertisements')
    .set((set) => ({ archived, version: set('version', '+', 1) }))
    .where('business_id', '=', sql<number>`app_business()`)
    .where(sql<boolean>`id = any(${advertisementIds}::bigint[])`)
    .where('archived', '<>', archived)
    .execute();
}

/** Caps that a bulk change set, and nobody has changed since, get their previous values. */
export async function undoCaps(
  tx: Tx,
  actor: Actor,
  { left, rows }: BodyOf<typeof advertisements.undo>,
): Promise<BulkOutcome> {
  const { rows: found } = await sql<{ id: number; cap: number | null; publication: number; out: boolean }>`
    select v.id, v.quantity_cap as cap, p.id as publication, p.remote_item_id is not null as out
    from publication_variations v join publications p on p.id = v.publication_id
    where v.business_id = app_business() and v.id = any(${rows.map((row) => row.variationId)}::bigint[])
      and p.state <> 'closed'
    order by p.id, v.id for update`.execute(tx.db);
  const now = new Map(found.map((row) => [row.id, row]));
  const failed = rows.flatMap((row): BulkOutcome['failed'] => {
    const current = now.get(row.variationId);
    if (current?.cap === left) return [];
    return [{ id: row.advertisement, code: current ? 'changed_since' : 'not_found' }];
  });
  const back = rows.filter((row) => now.get(row.variationId)?.cap === left);
  await sql`update publication_variations v set quantity_cap = n."quantityCap", version = v.version + 1
    from jsonb_to_recordset(${JSON.stringify(back)}::jsonb) as n ("variationId" bigint, "quantityCap" integer)
    where v.business_id = app_business() and v.id = n."variationId"`.execute(tx.db);
  const touched = new Map(found.map(({ publication, out }) => [publication, out]));
  for (const [id, out] of touched) if (out) enqueuePush(tx, actor.businessId, id);
  publicationChanged(tx, actor.businessId);
  const failing = new Set(failed.map(({ id }) => id));
  const asked = rows.map(({ advertisement }) => advertisement);
  return outcomeOf(
    asked,
    asked.filter((id) => !failing.has(id)),
    failed,
  );
}
