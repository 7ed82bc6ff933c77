import { sql } from 'kysely';
import { isCnpj, isCpf } from '#contract/brazil.ts';
import { asCode } from '#contract/codes.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import type { SupplyRequest } from '#contract/supply/supply-request.ts';
import type { ReadVendorInvoice } from '#contract/supply/vendor-invoice.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { Nfe } from '#server/outside/nfe/nfe.ts';
import { createRequest, readRequest } from '#server/supply/request/supply-request.ts';
import { createSupplier } from '#server/supply/vendor/supplier.ts';
import { type InvoiceGoods, priceOf, readGoods } from './invoice-goods.ts';
import { extrasOf } from './landed-cost.ts';
import { assertForUs, joinInvoice, type ReceivedNfe } from './vendor-invoice.ts';

/** Reads a document without storing anything. */
export async function readInvoice(tx: Tx, actor: Actor, nfe: Nfe): Promise<ReadVendorInvoice> {
  await assertForUs(tx, actor, nfe);
  const supplier = await findIssuer(tx, nfe);
  const goods = readGoods(nfe, await findGoods(tx, actor, supplier?.id ?? null, nfe));
  const { charges, discount } = extrasOf(nfe);
  return {
    key: nfe.key,
    number: nfe.number,
    issuedAt: nfe.issuedAt.toISOString(),
    totalCentavos: nfe.total,
    chargesCentavos: charges,
    discountCentavos: discount,
    issuer: {
      document: nfe.issuer,
      name: nfe.issuedBy.name,
      city: nfe.issuedBy.city,
      state: nfe.issuedBy.state,
    },
    supplier,
    requests: supplier ? await findOpenRequests(tx, supplier.id) : [],
    items: goods.map(({ item, positions, match, sold, units, unitsPerVolume, lots, ...money }) => ({
      position: positions[0] ?? 0,
      name: item.name,
      code: item.code,
      gtin: item.gtin,
      sold,
      units,
      unitsPerVolume: unitsPerVolume ?? null,
      priceCentavos: priceOf(money.goodsCentavos, units),
      costCentavos: money.costCentavos,
      lots,
      variation: match ? { id: match.variationId, name: match.name } : null,
    })),
  };
}

type Wanted = BodyOf<typeof api.supplyRequests.createFromInvoice>;

/** Creates the request that the document belongs to; it needs the usual approval. */
export async function createFromInvoice(
  tx: Tx,
  actor: Actor,
  body: Wanted,
  received: ReceivedNfe,
): Promise<SupplyRequest> {
  const { nfe } = received;
  await assertForUs(tx, actor, nfe);
  const supplier = (await findIssuer(tx, nfe)) ?? (await registerIssuer(tx, actor, nfe, body));
  const goods = readGoods(nfe, await findGoods(tx, actor, supplier.id, nfe));
  const { id } = await createRequest(tx, actor, {
    supplierId: supplier.id,
    warehouseId: body.warehouseId,
    notes: `NF-e ${nfe.number}`,
    lines: { create: linesOf(goods, body) },
  });
  const said = new Map(
    body.items.flatMap(({ position, units }) => (units ? [[position, units] as const] : [])),
  );
  await joinInvoice(tx, actor, { id, supplier_id: supplier.id }, received, said);
  return readRequest(tx, actor, id);
}

async function registerIssuer(tx: Tx, actor: Actor, { issuer, issuedBy }: Nfe, body: Wanted) {
  if (!body.registerSupplier || !(isCnpj(issuer) || isCpf(issuer)))
    fail('supplier_unknown', { facts: { issuer } });
  const cut = (text: string, length: number) => text.slice(0, length).trim();
  const { id, name } = await createSupplier(tx, actor, {
    name: cut(issuedBy.name, 120) || issuer,
    fantasyName: cut(issuedBy.fantasyName, 120),
    document: issuer,
    stateInscription: cut(issuedBy.stateInscription, 20),
    zip: /^\d{8}$/.test(issuedBy.zip) ? issuedBy.zip : '',
    city: cut(issuedBy.city, 80),
    neighborhood: cut(issuedBy.neighborhood, 80),
    street: cut(issuedBy.street, 120),
    number: cut(issuedBy.number, 20),
    complement: cut(issuedBy.complement, 80),
  });
  return { id, name };
}

type Goods = { variationId: number; name: string; gtin: string; supplierSku: string; unit: string };

/** One line of the request per product, for any number of lines in the document. */
function linesOf(goods: readonly InvoiceGoods<Goods>[], { items }: Wanted) {
  const lines = new Map<number, { units: number; value: number; perVolume: number; code: string }>();
  for (const { item, positions, match, goodsCentavos, unitsPerVolume, ...read } of goods) {
    const position = positions[0] ?? 0;
    const said = items.find((one) => one.position === position);
    const variationId = said?.variationId ?? match?.variationId;
    if (variationId === undefined) invalidField(`items.${position}.variationId`, 'required');
    const units = read.units ?? said?.units;
    if (units === undefined) invalidField(`items.${position}.units`, 'required');
    const line = lines.get(variationId) ?? {
      units: 0,
      value: 0,
      perVolume: unitsPerVolume ?? 1,
      code: item.code,
    };
    lines.set(variationId, { ...line, units: line.units + units, value: line.value + goodsCentavos });
  }
  return [...lines].map(([variationId, { units, value, perVolume, code }]) => ({
    variationId,
    supplierSku: code.slice(0, 60),
    quantity: units,
    quantityPerVolume: perVolume,
    priceCentavos: Math.max(1, Math.round(value / units)),
    totalCentavos: value,
  }));
}

async function findIssuer(tx: Tx, { issuer }: Nfe) {
  if (issuer === '') return null;
  const row = await tx.db
    .selectFrom('suppliers')
    .select(['id', 'name'])
    .where('document', '=', issuer)
    .executeTakeFirst();
  return row ?? null;
}

/** Requests in transit or just arrived, to which the goods may belong. */
function findOpenRequests(tx: Tx, supplierId: number) {
  return tx.db
    .selectFrom('supply_requests')
    .select(['id', 'number'])
    .where('supplier_id', '=', supplierId)
    .where('state', 'in', ['in_transport', 'check_volumes'])
    .orderBy('id')
    .limit(50)
    .execute();
}

/** Own products with one of the document's GTINs, or with a code of the vendor. */
async function findGoods(tx: Tx, actor: Actor, supplierId: number | null, { items }: Nfe): Promise<Goods[]> {
  const gtins = items.flatMap((item) => [item.gtin, item.unitGtin]).filter(Boolean);
  const codes = items.map((item) => asCode(item.code)).filter(Boolean);
  const { rows } = await sql<Goods>`
    select v.id as "variationId", v.gtin, p.unit, coalesce(i.supplier_sku, '') as "supplierSku",
      case when v.name in ('', p.name) then p.name else p.name || ' · ' || v.name end as name
    from product_variations v join products p on p.id = v.product_id
      left join supplier_items i on i.business_id = v.business_id and i.variation_id = v.id
        and i.supplier_id = ${supplierId}::bigint
    where v.business_id = ${actor.businessId} and (v.gtin = any(${gtins}::text[]) and v.gtin <> ''
      or upper(i.supplier_sku) = any(${codes}::text[])) order by v.id`.execute(tx.db);
  return rows;
}
