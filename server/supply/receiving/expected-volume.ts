import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { DomainEvents } from '#server/events.ts';

/** A volume of a request became stock: its units are no longer expected. */
export async function takeExpected(
  tx: Tx,
  { volumeId, lines, expected }: DomainEvents['volume.launched'],
): Promise<void> {
  const { rows } = await sql<{ variation_id: number; units: number }>`
    with line as (select l.id, l.variation_id, l.inbound from volumes v
        join supply_request_lines l on l.id = v.request_line_id where v.id = ${volumeId} for update of l),
      taken as (select line.id, line.variation_id, least(line.inbound, c.quantity) as units from line
        join volume_lines c on c.volume_id = ${volumeId} and c.variation_id = line.variation_id
        where line.inbound > 0 and c.quantity > 0),
      expected as (update supply_request_lines l set inbound = l.inbound - t.units from taken t where l.id = t.id),
      noted as (update volumes v set inbound_taken = t.units from taken t where v.id = ${volumeId})
    select variation_id, units from taken`.execute(tx.db);
  for (const { variation_id: variationId, units } of rows) {
    const line = lines.find((one) => one.variationId === variationId);
    if (line) expected.push({ variationId, stockId: line.stockId, units: -units });
  }
}

/** The launch of a volume was undone: its units are expected again. */
export async function expectVolumeAgain(
  tx: Tx,
  { volumeId, lines, expected }: DomainEvents['volume.unlaunched'],
): Promise<void> {
  const row = await tx.db
    .selectFrom('volumes as v')
    .innerJoin('supply_request_lines as l', 'l.id', 'v.request_line_id')
    .select(['l.id', 'l.variation_id', 'v.inbound_taken'])
    .where('v.id', '=', volumeId)
    .forUpdate('l')
    .executeTakeFirst();
  const line = lines.find((one) => one.variationId === row?.variation_id);
  if (!row || !line || row.inbound_taken === 0) return;
  await tx.db
    .updateTable('supply_request_lines')
    .set({ inbound: sql<number>`inbound + ${row.inbound_taken}` })
    .where('id', '=', row.id)
    .execute();
  await tx.db.updateTable('volumes').set({ inbound_taken: 0 }).where('id', '=', volumeId).execute();
  expected.push({ variationId: line.variationId, stockId: line.stockId, units: row.inbound_taken });
}
