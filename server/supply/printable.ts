import { sql } from 'kysely';
import type { PrintableLine, PrintableRequest } from '#contract/supply/printable.ts';
import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { lastAnswer } from './request/supply-request.queries.ts';
import { shapeAnswer, volumesOf } from './request/supply-request-lines.ts';

export type OpenedRequest = { id: number; businessId: number };

/** The address gives access to its request only; every wrong address gets the same 404. */
export async function openPrintable<T>(
  tx: Tx,
  key: string,
  work: (request: OpenedRequest) => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ id: number; business_id: number }>`
    select id, business_id from find_printable_request(${key}::uuid)`.execute(tx.db);
  const [found] = rows;
  if (!found) fail('not_found');
  const request = { id: found.id, businessId: found.business_id };
  return asBusiness(tx, request.businessId, () => work(request));
}

const address = ['zip', 'state', 'city', 'neighborhood', 'street', 'number', 'complement'] as const;

/** The request as the vendor sees it, with prices only if the buyer includes them. */
export async function readPrintable(tx: Tx, { id }: OpenedRequest): Promise<PrintableRequest> {
  const found = await tx.db
    .selectFrom('supply_requests as r')
    .innerJoin('suppliers as s', 's.id', 'r.supplier_id')
    .innerJoin('warehouses as w', 'w.id', 'r.warehouse_id')
    .innerJoin('businesses as b', 'b.id', 'r.business_id')
    .select(['r.number', 'r.locale', 'r.state', 'r.estimated_delivery', 'r.approved_at', 'r.notes'])
    .select(['r.total_products', 'r.total_centavos', 'r.shows_prices'])
    .select(['b.name as buyer_name', 'b.document as buyer_document'])
    .select(['s.name as supplier_name', 's.document as supplier_document', 'w.name as warehouse_name'])
    .select(address.map((column) => `s.${column} as supplier_${column}` as const))
    .select(address.map((column) => `w.${column} as warehouse_${column}` as const))
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!found?.approved_at) fail('not_found');
  return {
    number: found.number,
    locale: found.locale,
    state: found.state,
    buyer: { name: found.buyer_name, document: found.buyer_document },
    supplier: {
      name: found.supplier_name,
      document: found.supplier_document,
      zip: found.supplier_zip,
      state: found.supplier_state,
      city: found.supplier_city,
      neighborhood: found.supplier_neighborhood,
      street: found.supplier_street,
      number: found.supplier_number,
      complement: found.supplier_complement,
    },
    warehouse: {
      name: found.warehouse_name,
      zip: found.warehouse_zip,
      state: found.warehouse_state,
      city: found.warehouse_city,
      neighborhood: found.warehouse_neighborhood,
      street: found.warehouse_street,
      number: found.warehouse_number,
      complement: found.warehouse_complement,
    },
    estimatedDelivery: found.estimated_delivery,
    approvedAt: found.approved_at.toISOString(),
    notes: found.notes,
    totalProducts: found.total_products,
    ...(found.shows_prices && { totalCentavos: found.total_centavos }),
    takesAnswers: found.state === 'in_transport',
    lines: await readLines(tx, id, found.shows_prices),
  };
}

async function readLines(tx: Tx, requestId: number, showsPrices: boolean): Promise<PrintableLine[]> {
  const rows = await tx.db
    .selectFrom('supply_request_lines as l')
    .innerJoin('product_variations as v', 'v.id', 'l.variation_id')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select([
      'l.id',
      'v.sku',
      'v.gtin',
      'l.supplier_sku',
      'l.quantity',
      'l.confirmed_quantity',
      'l.confirmed_on',
      'l.quantity_per_volume',
      'l.price_centavos',
      'l.total_centavos',
    ])
    .select(
      sql<string>`case when v.name in ('', p.name) then p.name else p.name || ' · ' || v.name end`.as(
        'product',
      ),
    )
    .select(lastAnswer.as('answer'))
    .where('l.request_id', '=', requestId)
    .orderBy('l.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    product: row.product,
    sku: row.sku,
    gtin: row.gtin,
    supplierSku: row.supplier_sku,
    quantity: row.quantity,
    quantityPerVolume: row.quantity_per_volume,
    volumes: volumesOf(row),
    confirmedQuantity: row.confirmed_quantity,
    confirmedOn: row.confirmed_on,
    ...(showsPrices && {
      priceCentavos: row.price_centavos,
      totalCentavos: row.total_centavos,
    }),
    answer: shapeAnswer(row.answer),
  }));
}
