import { sql } from 'kysely';
import { type BulkOutcome, outcomeOf } from '#contract/bulk.ts';
import type {
  NewSupplyRequest,
  SupplyRequest,
  SupplyRequestBulk,
  SupplyRequestChange,
} from '#contract/supply/supply-request.ts';
import { databaseCode, type Tx } from '#server/db/transaction.ts';
import { fail, invalidField, refusePast } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { needsOtherApprover } from './purchase-limit.ts';
import { nextNumber } from './request-number.ts';
import {
  findRequest,
  findRequestLines,
  findSelectedRequests,
  isBlind,
  isHidden,
  shapeRequest,
} from './supply-request.queries.ts';
import { recordRequest } from './supply-request-history.ts';
import { type AgreedLines, changeLines, shapeLine } from './supply-request-lines.ts';

export async function readRequest(tx: Tx, actor: Actor, id: number): Promise<SupplyRequest> {
  const found = (await findRequest(tx, actor, id)) ?? fail('not_found');
  const blind = await isBlind(tx);
  const sees = {
    prices: actorCan(actor, 'prices.read'),
    quantities: !isHidden(found.state, actor, blind),
  };
  return {
    ...shapeRequest(found, actor, blind),
    notes: found.notes,
    locale: found.locale,
    showsPrices: found.shows_prices,
    lines: (await findRequestLines(tx, id)).map((line) => shapeLine(line, sees)),
    approvedBy: found.approved_by_name,
    approvedAt: found.approved_at?.toISOString() ?? null,
    canceledAt: found.canceled_at?.toISOString() ?? null,
    cancelReason: found.cancel_reason,
    needsOtherApprover: found.state === 'pending' && (await needsOtherApprover(tx, actor, found)),
    ...(sees.prices && { minimumOrderCentavos: found.minimum_order_centavos }),
    printKey: actorCan(actor, 'supply-requests.update') ? found.print_key : null,
    version: found.version,
  };
}

type AgreedRequest = Omit<NewSupplyRequest, 'lines'> & { lines: AgreedLines };

export async function createRequest(tx: Tx, actor: Actor, body: AgreedRequest): Promise<SupplyRequest> {
  const { lines, ...fields } = body;
  await checkSides(tx, fields);
  refusePast('estimatedDelivery', body.estimatedDelivery, tx.now());
  const { id } = await tx.db
    .insertInto('supply_requests')
    .values({
      ...columnsOf(fields),
      business_id: actor.businessId,
      number: await nextNumber(tx, actor.businessId),
      supplier_id: body.supplierId,
      warehouse_id: body.warehouseId,
      created_by: actor.userId,
      created_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await changeLines(tx, actor.businessId, id, lines);
  await recordRequest(tx, actor.userId, id, 'created');
  return readRequest(tx, actor, id);
}

export async function updateRequest(
  tx: Tx,
  actor: Actor,
  id: number,
  body: SupplyRequestChange,
  version: number | undefined,
): Promise<SupplyRequest> {
  const { lines, ...fields } = body;
  const before = (await findRequest(tx, actor, id)) ?? fail('not_found');
  if (before.state !== 'pending') fail('supply_request_closed', { facts: { state: before.state } });
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  await checkSides(tx, fields, before);
  if (body.estimatedDelivery !== before.estimated_delivery)
    refusePast('estimatedDelivery', body.estimatedDelivery, tx.now());
  const changed = await tx.db
    .updateTable('supply_requests')
    .set({ ...columnsOf(fields), version: before.version + 1 })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('version', '=', before.version)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) fail('stale_version');
  await changeLines(tx, actor.businessId, id, lines);
  await recordRequest(tx, actor.userId, id, 'changed');
  return readRequest(tx, actor, id);
}

/** Sets one estimated delivery for many pending requests; approved ones keep theirs and are named. */
export async function updateRequests(
  tx: Tx,
  actor: Actor,
  { change, ...selection }: SupplyRequestBulk,
): Promise<BulkOutcome> {
  refusePast('change.estimatedDelivery', change.estimatedDelivery, tx.now());
  const found = await findSelectedRequests(tx, actor, selection);
  const changed = await tx.db
    .updateTable('supply_requests')
    .set({ ...columnsOf(change), version: sql<number>`version + 1` })
    .where(sql<boolean>`id = any(${found}::bigint[])`)
    .where('state', '=', 'pending')
    .returning('id')
    .execute();
  const done = changed.map((row) => row.id);
  for (const id of done) await recordRequest(tx, actor.userId, id, 'changed');
  const closed = found.filter((id) => !done.includes(id));
  return outcomeOf(
    selection.ids ?? found,
    done,
    closed.map((id) => ({ id, code: 'supply_request_closed' as const })),
  );
}

/** A request with ledger entries cannot be removed, only canceled. */
export async function removeRequest(tx: Tx, actor: Actor, id: number): Promise<void> {
  const found = (await findRequest(tx, actor, id)) ?? fail('not_found');
  if (found.approved_at !== null) fail('supply_request_closed', { facts: { state: found.state } });
  try {
    const { numDeletedRows } = await tx.db
      .deleteFrom('supply_requests')
      .where('id', '=', id)
      .where('approved_at', 'is', null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) fail('supply_request_closed');
  } catch (error) {
    if (databaseCode(error) === '23503') fail('supply_request_closed', { cause: error });
    throw error;
  }
}

export async function duplicateRequest(tx: Tx, actor: Actor, id: number): Promise<SupplyRequest> {
  const source = (await findRequest(tx, actor, id)) ?? fail('not_found');
  const lines = await findRequestLines(tx, id);
  return createRequest(tx, actor, {
    supplierId: source.supplier_id,
    warehouseId: source.warehouse_id,
    notes: source.notes,
    locale: source.locale,
    showsPrices: source.shows_prices,
    lines: {
      create: lines.map((line) => ({
        variationId: line.variation_id,
        supplierSku: line.supplier_sku,
        quantity: line.quantity,
        quantityPerVolume: line.quantity_per_volume,
        priceCentavos: line.price_centavos,
        totalCentavos: line.total_centavos,
      })),
    },
  });
}

type Sides = { supplierId?: number; warehouseId?: number };

/** Both must be the business's own; an archived supplier gets no new request. */
async function checkSides(
  tx: Tx,
  { supplierId, warehouseId }: Sides,
  before?: { supplier_id: number; warehouse_id: number },
): Promise<void> {
  if (supplierId !== undefined && supplierId !== before?.supplier_id) {
    const supplier = await tx.db
      .selectFrom('suppliers')
      .select('id')
      .where('id', '=', supplierId)
      .where('archived_at', 'is', null)
      .executeTakeFirst();
    if (!supplier) invalidField('supplierId', 'not_found');
  }
  if (warehouseId !== undefined && warehouseId !== before?.warehouse_id) {
    const warehouse = await tx.db
      .selectFrom('warehouses')
      .select('id')
      .where('id', '=', warehouseId)
      .executeTakeFirst();
    if (!warehouse) invalidField('warehouseId', 'not_found');
  }
}

function columnsOf({
  supplierId,
  warehouseId,
  estimatedDelivery,
  showsPrices,
  notes,
  locale,
}: Omit<SupplyRequestChange, 'lines'>) {
  return {
    ...(supplierId !== undefined && { supplier_id: supplierId }),
    ...(warehouseId !== undefined && { warehouse_id: warehouseId }),
    ...(estimatedDelivery !== undefined && { estimated_delivery: estimatedDelivery }),
    ...(showsPrices !== undefined && { shows_prices: showsPrices }),
    ...(notes !== undefined && { notes }),
    ...(locale !== undefined && { locale }),
  };
}
