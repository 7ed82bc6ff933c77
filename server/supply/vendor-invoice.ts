import { sql } from 'kysely';
import type { ReceivedInvoice } from '#contract/supply/receiving.ts';
import { databaseCode, type Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { reachesWarehouse } from '#server/inventory/warehouse/scope.ts';
import type { Nfe, NfeItem } from '#server/orders/documents/nfe.ts';
import { recordRequest } from './request/supply-request-history.ts';

const mostItems = 1000;
const mostUnits = 1_000_000;

/** The vendor's document joins the request it brings goods for, until the volumes are counted. */
export async function receiveInvoice(tx: Tx, actor: Actor, requestId: number, nfe: Nfe): Promise<void> {
  const request = await tx.db
    .selectFrom('supply_requests as r')
    .innerJoin('suppliers as s', 's.id', 'r.supplier_id')
    .innerJoin('businesses as b', 'b.id', 'r.business_id')
    .select(['r.state', 'r.warehouse_id', 's.document as supplier', 'b.document as buyer'])
    .where('r.id', '=', requestId)
    .forShare('r')
    .executeTakeFirst();
  if (!request || !reachesWarehouse(actor, request.warehouse_id)) fail('not_found');
  if (!['in_transport', 'check_volumes'].includes(request.state))
    fail('state_conflict', { facts: { state: request.state } });
  if (nfe.issuer !== request.supplier) fail('invoice_of_other_supplier', { facts: { issuer: nfe.issuer } });
  if (nfe.receiver !== request.buyer) fail('invoice_for_other', { facts: { receiver: nfe.receiver } });
  const invoiceId = await insertInvoice(tx, actor, requestId, nfe);
  await insertItems(tx, actor, requestId, invoiceId, nfe.items);
  await recordRequest(tx, actor.userId, requestId, 'invoiced', { number: nfe.number });
  tx.changed(actor.businessId, 'supplyRequestsOngoing');
}

async function insertInvoice(tx: Tx, actor: Actor, requestId: number, nfe: Nfe): Promise<number> {
  const before = await tx.db
    .selectFrom('vendor_invoices as i')
    .innerJoin('supply_requests as r', 'r.id', 'i.request_id')
    .select('r.number')
    .where('i.key', '=', nfe.key)
    .executeTakeFirst();
  if (before) fail('invoice_received_before', { facts: { number: before.number } });
  try {
    const { id } = await tx.db
      .insertInto('vendor_invoices')
      .values({
        business_id: actor.businessId,
        request_id: requestId,
        key: nfe.key,
        number: nfe.number,
        series: nfe.series,
        issued_at: nfe.issuedAt,
        total_centavos: nfe.total,
        created_by: actor.userId,
        created_at: tx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    // Sent twice at once.
    if (databaseCode(error) === '23505') fail('invoice_received_before', { cause: error });
    throw error;
  }
}

type Line = { id: number; gtin: string; supplier_sku: string };

async function insertItems(
  tx: Tx,
  actor: Actor,
  requestId: number,
  invoiceId: number,
  items: readonly NfeItem[],
): Promise<void> {
  if (items.length === 0 || items.length > mostItems)
    fail('invoice_invalid', { facts: { reason: 'not_nfe' } });
  const lines = await tx.db
    .selectFrom('supply_request_lines as l')
    .innerJoin('product_variations as v', 'v.id', 'l.variation_id')
    .select(['l.id', 'v.gtin', 'l.supplier_sku'])
    .where('l.request_id', '=', requestId)
    .execute();
  await tx.db
    .insertInto('vendor_invoice_items')
    .values(
      items.map((item) => {
        const { line, units } = matchItem(item, lines);
        if (units < 0 || units > mostUnits) fail('invoice_invalid', { facts: { reason: 'not_nfe' } });
        return {
          business_id: actor.businessId,
          invoice_id: invoiceId,
          line_id: line?.id ?? null,
          code: item.code.slice(0, 60),
          gtin: item.gtin.slice(0, 14),
          name: item.name.slice(0, 200),
          units,
          price_centavos: units === 0 ? 0 : Math.round(item.total / units),
        };
      }),
    )
    .execute();
}

/** By GTIN, then by the vendor's own code. A box is as many stock units as the document's second quantity says. */
function matchItem(item: NfeItem, lines: readonly Line[]): { line: Line | undefined; units: number } {
  const by = (gtin: string) => (gtin === '' ? undefined : lines.find((line) => line.gtin === gtin));
  const unit = by(item.unitGtin);
  if (unit) return { line: unit, units: Math.round(item.unitQuantity) };
  const sold = by(item.gtin);
  if (sold) return { line: sold, units: Math.round(item.quantity) };
  const code = item.code.toUpperCase();
  const line = lines.find((one) => one.supplier_sku !== '' && one.supplier_sku.toUpperCase() === code);
  return { line, units: Math.round(item.unitQuantity) };
}

/** The documents of a request with what they bring, beside what was asked for. */
export async function findInvoices(tx: Tx, actor: Actor, requestId: number): Promise<ReceivedInvoice[]> {
  const rows = await tx.db
    .selectFrom('vendor_invoices as i')
    .select(['i.id', 'i.key', 'i.number', 'i.series', 'i.issued_at', 'i.total_centavos'])
    .select(
      sql<
        ReceivedInvoice['items']
      >`(select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'lineId', x.line_id,
        'name', x.name, 'code', x.code, 'gtin', x.gtin, 'units', x.units, 'wanted', l.quantity,
        'priceCentavos', x.price_centavos, 'agreedCentavos', l.price_centavos) order by x.id), '[]')
      from vendor_invoice_items x left join supply_request_lines l on l.id = x.line_id
      where x.business_id = i.business_id and x.invoice_id = i.id)`.as('items'),
    )
    .where('i.request_id', '=', requestId)
    .orderBy('i.id')
    .execute();
  const priced = actorCan(actor, 'prices.read');
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    number: row.number,
    series: row.series,
    issuedAt: row.issued_at.toISOString(),
    ...(priced && { totalCentavos: row.total_centavos }),
    items: row.items.map(({ priceCentavos, agreedCentavos, ...item }) => ({
      ...item,
      ...(priced && { priceCentavos, agreedCentavos }),
    })),
  }));
}
