import { sql } from 'kysely';
import type { ReceivedInvoice } from '#contract/supply/receiving.ts';
import type { StoredFile } from '#server/business/files/stored-file.ts';
import { databaseCode, type Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import type { Nfe } from '#server/outside/nfe/nfe.ts';
import { recordRequest } from '#server/supply/request/supply-request-history.ts';
import { keepDocument } from '#server/supply/vendor/supplier-documents.ts';
import { assertPurchase, priceOf, readGoods } from './invoice-goods.ts';
import { extrasOf } from './landed-cost.ts';

/** An NF-e, and where its XML is stored. */
export type ReceivedNfe = { nfe: Nfe; file: StoredFile };

/** Attaches the vendor's document to the request of its goods, until the volumes are counted. */
export async function receiveInvoice(
  tx: Tx,
  actor: Actor,
  requestId: number,
  received: ReceivedNfe,
): Promise<void> {
  const request = await lockArriving(tx, actor, requestId);
  const { issuer } = received.nfe;
  if (issuer !== request.supplier) fail('invoice_of_other_supplier', { facts: { issuer } });
  await assertForUs(tx, actor, received.nfe);
  await joinInvoice(tx, actor, request, received);
}

/** A request in transit or just arrived: until its volumes are counted, a document can be attached. */
export async function lockArriving(tx: Tx, actor: Actor, requestId: number) {
  const request = await tx.db
    .selectFrom('supply_requests as r')
    .innerJoin('suppliers as s', 's.id', 'r.supplier_id')
    .select(['r.id', 'r.state', 'r.warehouse_id', 'r.supplier_id', 's.document as supplier'])
    .where('r.id', '=', requestId)
    .where(withinWarehouses(actor, sql`r.warehouse_id`))
    .forShare('r')
    .executeTakeFirst();
  if (!request) fail('not_found');
  if (request.state !== 'in_transport' && request.state !== 'check_volumes')
    fail('state_conflict', { facts: { state: request.state } });
  return request;
}

/** Requires a purchase of this business that was not received before. */
export async function assertForUs(tx: Tx, actor: Actor, nfe: Nfe): Promise<void> {
  const { key, receiver } = nfe;
  const buyer = await tx.db
    .selectFrom('businesses')
    .select('document')
    .where('id', '=', actor.businessId)
    .executeTakeFirstOrThrow();
  assertPurchase(nfe, buyer.document);
  if (receiver !== buyer.document) fail('invoice_for_other', { facts: { receiver } });
  const before = await tx.db
    .selectFrom('vendor_invoices as i')
    .innerJoin('supply_requests as r', 'r.id', 'i.request_id')
    .select('r.number')
    .where('i.key', '=', key)
    .where('i.released', '=', false)
    .executeTakeFirst();
  if (before) fail('invoice_received_before', { facts: { number: before.number } });
}

type Joined = { id: number; supplier_id: number };

/** Stores the document with its items, each assigned to a line of the request. */
export async function joinInvoice(
  tx: Tx,
  actor: Actor,
  request: Joined,
  { nfe, file }: ReceivedNfe,
  toldUnits: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  const documentId = await keepDocument(tx, actor, request.supplier_id, file);
  const invoiceId = await insertInvoice(tx, actor, request.id, nfe, documentId);
  await insertItems(tx, actor, request.id, { invoiceId, nfe, toldUnits });
  await recordRequest(tx, actor.userId, request.id, 'invoiced', { number: nfe.number });
  for (const entity of ['supplyRequestsOngoing', 'suppliers']) tx.changed(actor.businessId, entity);
}

async function insertInvoice(
  tx: Tx,
  actor: Actor,
  requestId: number,
  nfe: Nfe,
  documentId: number,
): Promise<number> {
  const { charges, discount } = extrasOf(nfe);
  try {
    const { id } = await tx.db
      .insertInto('vendor_invoices')
      .values({
        business_id: actor.businessId,
        request_id: requestId,
        document_id: documentId,
        key: nfe.key,
        number: nfe.number,
        series: nfe.series,
        issued_at: nfe.issuedAt,
        total_centavos: nfe.total,
        charges_centavos: charges,
        discount_centavos: discount,
        created_by: actor.userId,
        created_at: tx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    // The same document was sent twice at once.
    if (databaseCode(error) === '23505') fail('invoice_received_before', { cause: error });
    throw error;
  }
}

type Joining = { invoiceId: number; nfe: Nfe; toldUnits: ReadonlyMap<number, number> };

async function insertItems(
  tx: Tx,
  actor: Actor,
  requestId: number,
  { invoiceId, nfe, toldUnits }: Joining,
): Promise<void> {
  const lines = await tx.db
    .selectFrom('supply_request_lines as l')
    .innerJoin('product_variations as v', 'v.id', 'l.variation_id')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['l.id', 'l.variation_id as variationId', 'v.gtin', 'p.unit', 'l.supplier_sku as supplierSku'])
    .where('l.request_id', '=', requestId)
    .execute();
  const goods = readGoods(nfe, lines);
  await tx.db
    .insertInto('vendor_invoice_items')
    .values(
      goods.map(({ item, positions, match, sold, units, goodsCentavos, costCentavos, lots }) => ({
        business_id: actor.businessId,
        invoice_id: invoiceId,
        line_id: match?.id ?? null,
        code: item.code.slice(0, 60),
        gtin: item.gtin.slice(0, 14),
        name: item.name.slice(0, 200),
        sold_quantity: sold.quantity,
        sold_unit: sold.unit.slice(0, 6),
        units: toldUnits.get(positions[0] ?? 0) ?? units,
        goods_centavos: goodsCentavos,
        cost_centavos: costCentavos,
        lots: JSON.stringify(lots),
      })),
    )
    .execute();
}

/** The documents of a request, with their goods compared with its lines. */
export async function findInvoices(tx: Tx, actor: Actor, requestId: number): Promise<ReceivedInvoice[]> {
  const rows = await tx.db
    .selectFrom('vendor_invoices as i')
    .select(['i.id', 'i.key', 'i.number', 'i.series', 'i.issued_at', 'i.total_centavos'])
    .select(['i.charges_centavos', 'i.discount_centavos'])
    .select(
      sql<ItemRow[]>`(select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'lineId', x.line_id,
        'name', x.name, 'code', x.code, 'gtin', x.gtin, 'units', x.units, 'wanted', coalesce(l.confirmed_quantity, l.quantity),
        'sold', jsonb_build_object('quantity', x.quantity, 'unit', x.unit), 'lots', x.lots,
        'goods', x.goods, 'agreedCentavos', l.price_centavos, 'costCentavos', x.cost) order by x.id), '[]')
      from (select min(n.id) as id, n.line_id, (array_agg(n.name order by n.id))[1] as name,
          (array_agg(n.code order by n.id))[1] as code, (array_agg(n.gtin order by n.id))[1] as gtin,
          case when bool_and(n.units is not null) then sum(n.units) end as units,
          case when count(distinct n.sold_unit) = 1 and bool_and(n.sold_quantity is not null)
            then sum(n.sold_quantity) end as quantity,
          case when count(distinct n.sold_unit) = 1 then min(n.sold_unit) else '' end as unit,
          sum(n.goods_centavos) as goods, sum(n.cost_centavos) as cost,
          (select coalesce(jsonb_agg(lot), '[]') from vendor_invoice_items m, jsonb_array_elements(m.lots) as lot
            where m.id = any(array_agg(n.id))) as lots
        from vendor_invoice_items n where n.business_id = i.business_id and n.invoice_id = i.id
        group by n.line_id, case when n.line_id is null then n.id end) x
        left join supply_request_lines l on l.id = x.line_id)`.as('items'),
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
    ...(priced && {
      totalCentavos: row.total_centavos,
      chargesCentavos: row.charges_centavos,
      discountCentavos: row.discount_centavos,
    }),
    items: row.items.map(({ goods, agreedCentavos, costCentavos, ...item }) => ({
      ...item,
      ...(priced && { priceCentavos: priceOf(goods, item.units), agreedCentavos, costCentavos }),
    })),
  }));
}

type ItemRow = Omit<ReceivedInvoice['items'][number], 'priceCentavos'> & { goods: number };
