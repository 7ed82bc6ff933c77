import { sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import type { Day } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { moveProducts } from '#server/inventory/volume/volume-move.ts';
import { ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { lockList } from './lock-list.ts';
import { findProduct, isPlace } from './scan.ts';

type PutBack = { code: string; volumeCode: string; quantity: number };

/** Surplus units of a tote are back in a volume: the put-back of a list. */
export async function putBackUnits(tx: Tx, actor: Actor, id: number, body: PutBack): Promise<void> {
  const list = await lockList(tx, actor, id, 'putBack');
  const code = asCode(body.code);
  const product = (await findProduct(tx, code)) ?? fail('code_unknown', { facts: { code } });
  const loose = (await findLoose(tx, id)).filter((line) => line.sku === product.sku);
  const [line] = loose;
  if (!line || line.quantity < body.quantity)
    fail('product_not_wanted', { facts: { ...product, wanted: '' } });
  const targetId = await findTarget(tx, actor, list.warehouse_id, body.volumeCode);
  const lines = [{ lineId: line.lineId, quantity: body.quantity }];
  await moveProducts(tx, actor, line.toteId, { lines, targetId });
}

/** Units of a canceled sale at the bench that came in totes go into one volume. False if the sale was on no list. */
export async function returnFromTotes(
  tx: Tx,
  actor: Actor,
  orderId: number,
  parts: readonly { variation_id: number; quantity: number }[],
  targetId: number,
): Promise<boolean> {
  const list = await tx.db
    .selectFrom('picking_list_orders')
    .select('list_id')
    .where('order_id', '=', orderId)
    .where('left_reason', 'in', ['canceled', 'left_unpacked'])
    .orderBy('left_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!list) return false;
  const left = new Map(parts.map((part) => [part.variation_id, part.quantity]));
  for (const line of await findLoose(tx, list.list_id)) {
    const quantity = Math.min(line.quantity, left.get(line.variationId) ?? 0);
    if (quantity === 0) continue;
    await moveProducts(tx, actor, line.toteId, { lines: [{ lineId: line.lineId, quantity }], targetId });
    left.set(line.variationId, (left.get(line.variationId) ?? 0) - quantity);
  }
  return true;
}

/** A launched volume of the warehouse in a position, by its code. */
export async function findTarget(
  tx: Tx,
  actor: Actor,
  warehouseId: number,
  volumeCode: string,
): Promise<number> {
  const code = asCode(volumeCode);
  const volume = await tx.db
    .selectFrom('volumes')
    .select(['id', 'state', 'tote', 'warehouse_id'])
    .where('code', '=', code)
    .where('business_id', '=', ownBusiness)
    .where(withinWarehouses(actor, sql`warehouse_id`))
    .executeTakeFirst();
  if (!volume)
    return fail((await isPlace(tx, actor, code)) ? 'code_not_volume' : 'code_unknown', { facts: { code } });
  const isOpen = volume.state === 'active' || volume.state === 'empty';
  if (!isOpen || volume.tote || volume.warehouse_id !== warehouseId)
    fail('volume_unfit', { facts: { code } });
  return volume.id;
}

/** Units in totes of a list that are held for no sale. */
export async function findLoose(tx: Tx, listId: number) {
  const { rows } = await sql<{
    lineId: number;
    toteId: number;
    tote: string;
    variationId: number;
    product: string;
    sku: string;
    gtin: string;
    quantity: number;
    expiresOn: Day | null;
    place: { volume: string; position: string | null } | null;
  }>`select l.id as "lineId", v.id as "toteId", v.code as tote, pv.id as "variationId", p.name as product, pv.sku, pv.gtin,
      l.quantity - l.pinned as quantity, b.expires_on as "expiresOn",
      (select json_build_object('volume', ov.code, 'position', op.code) from volume_lines ol
        join volumes ov on ov.id = ol.volume_id and ov.state = 'active' and not ov.tote
        left join inventory_locations op on op.id = ov.position_id
        where ol.business_id = l.business_id and ol.variation_id = l.variation_id and ol.quantity > 0
          and ov.warehouse_id = v.warehouse_id and ol.batch_id is not distinct from l.batch_id
        order by ov.launched_at desc limit 1) as place
    from volumes v join volume_lines l on l.volume_id = v.id and l.quantity > l.pinned
      join product_variations pv on pv.id = l.variation_id join products p on p.id = pv.product_id
      left join batches b on b.business_id = l.business_id and b.id = l.batch_id
    where v.business_id = app_business() and v.tote and v.picking_list_id = ${listId}
    order by l.id`.execute(tx.db);
  return rows;
}
