import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { type Entry, postEntries } from '#server/inventory/ledger.ts';

type Launched = { id: number; lines: readonly { variationId: number; stockId: number; quantity: number }[] };

/**
 * A volume that came with a request is on the shelf: as much of its line is no longer expected. Answers what is to be
 * posted for that beside the receipt.
 */
export async function takeExpected(tx: Tx, volume: Launched, version: number): Promise<Entry[]> {
  const { rows } = await sql<{ variation_id: number; units: number }>`
    with line as (select l.id, l.variation_id, l.inbound from volumes v
        join supply_request_lines l on l.id = v.request_line_id where v.id = ${volume.id} for update of l),
      taken as (select line.id, line.variation_id, least(line.inbound, c.quantity) as units from line
        join volume_lines c on c.volume_id = ${volume.id} and c.variation_id = line.variation_id
        where line.inbound > 0 and c.quantity > 0),
      expected as (update supply_request_lines l set inbound = l.inbound - t.units from taken t where l.id = t.id),
      noted as (update volumes v set inbound_taken = t.units from taken t where v.id = ${volume.id})
    select variation_id, units from taken`.execute(tx.db);
  return rows.flatMap(({ variation_id: variationId, units }) => {
    const inside = volume.lines.find((one) => one.variationId === variationId);
    return inside ? [expectedEntry(volume.id, version, inside, -units)] : [];
  });
}

/** The launch is taken back: what it took is expected again. */
export async function giveExpectedBack(
  tx: Tx,
  userId: number,
  volume: Launched,
  version: number,
): Promise<void> {
  const row = await tx.db
    .selectFrom('volumes as v')
    .innerJoin('supply_request_lines as l', 'l.id', 'v.request_line_id')
    .select(['l.id', 'l.variation_id', 'v.inbound_taken'])
    .where('v.id', '=', volume.id)
    .forUpdate('l')
    .executeTakeFirst();
  const inside = volume.lines.find((one) => one.variationId === row?.variation_id);
  if (!row || !inside || row.inbound_taken === 0) return;
  await tx.db
    .updateTable('supply_request_lines')
    .set({ inbound: sql<number>`inbound + ${row.inbound_taken}` })
    .where('id', '=', row.id)
    .execute();
  await tx.db.updateTable('volumes').set({ inbound_taken: 0 }).where('id', '=', volume.id).execute();
  await postEntries(tx, userId, [expectedEntry(volume.id, version, inside, row.inbound_taken)]);
}

const expectedEntry = (
  volumeId: number,
  version: number,
  { stockId, variationId }: Launched['lines'][number],
  inbound: number,
): Entry => ({
  stockId,
  kind: 'expected',
  source: 'volume',
  sourceId: `${volumeId}:${version}:${variationId}`,
  inbound,
});
