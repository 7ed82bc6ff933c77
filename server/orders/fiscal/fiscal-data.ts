import { sql } from 'kysely';
import { multiplyMoney, splitMoney, sumMoney } from '#contract/money.ts';
import type {
  FiscalBuyer,
  FiscalData,
  FiscalGap,
  FiscalGoods,
  FiscalLine,
} from '#contract/orders/fiscal-data.ts';
import { stateCodeOf } from '#contract/states-of-brazil.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { buyerAddressIn } from '#server/orders/sale/buyer-address.ts';
import { openBilling } from '#server/orders/sale/buyer-billing.ts';
import { openDocument } from '#server/orders/sale/buyer-document.ts';
import type { SealedSource } from '#server/orders/sync/sale-source.ts';
import type { BuyerBilling } from '#server/outside/marketplaces/billing.ts';
import { readTaxedGoods, type TaxedGoods } from './taxed-goods.ts';

type Part = {
  ownerId: number;
  productId: number;
  name: string;
  sku: string;
  gtin: string;
  quantity: number;
  unitCost: number;
};
type Line = {
  title: string;
  variation: string;
  sku: string;
  quantity: number;
  unitPrice: number;
  parts: Part[];
};

const lines = sql<
  Line[]
>`coalesce((select json_agg(json_build_object('title', l.title, 'variation', l.variation,
    'sku', l.sku, 'quantity', l.quantity, 'unitPrice', l.unit_price_centavos, 'parts',
    coalesce((select json_agg(json_build_object('ownerId', t.fulfiller_id, 'productId', t.product_id, 'name', t.product_name, 'sku', t.sku,
        'gtin', t.gtin, 'quantity', t.quantity, 'unitCost', t.unit_cost_centavos) order by t.id)
      from order_parts t where t.order_id = o.id and t.line_id = l.id and t.quantity > 0), '[]')) order by l.id)
  from order_lines l where l.order_id = o.id and l.quantity > 0), '[]')`;

const billing = sql<SealedSource | null>`(select s.body from order_sources s
  where s.order_id = o.id and s.kind = 'billing')`;

type Reader = Pick<Actor, 'warehouseIds'>;

/**
 * What the issuer of an invoice needs of own sales, in the order of their ids; ids out of reach are left out.
 */
export async function readFiscalData(tx: Tx, actor: Reader, ids: readonly number[]): Promise<FiscalData[]> {
  const rows = await readRows(tx, actor, ids);
  const goods = await readTaxedGoods(
    tx,
    rows.flatMap(({ lines: sold }) => sold.flatMap(({ parts }) => parts)),
  );
  return rows.map((row) => fiscalDataOf(tx, row, goods));
}

export async function readOneFiscalData(tx: Tx, actor: Reader, id: number): Promise<FiscalData> {
  const [found] = await readFiscalData(tx, actor, [id]);
  return found ?? fail('not_found');
}

const readRows = (tx: Tx, actor: Reader, ids: readonly number[]) =>
  tx.db
    .selectFrom('orders as o')
    .leftJoin('marketplace_accounts as a', 'a.id', 'o.account_id')
    .select(['o.id', 'o.remote_order_id', 'o.pack_id', 'o.store_number', 'o.marketplace', 'o.account_id'])
    .select(['a.name as account', 'o.purchased_at', 'o.buyer_erased_at', 'o.buyer'])
    .select(['o.total_centavos', 'o.seller_discount_centavos', 'o.freight_charged_centavos'])
    .select([lines.as('lines'), billing.as('billing')])
    .where('o.business_id', '=', ownBusiness)
    .where(withinWarehouses(actor, sql`o.warehouse_id`))
    .where(sql<boolean>`o.id = any(${ids}::bigint[])`)
    .orderBy('o.id')
    .execute();
type Row = Awaited<ReturnType<typeof readRows>>[number];

function fiscalDataOf(tx: Tx, row: Row, known: ReadonlyMap<number, TaxedGoods>): FiscalData {
  const sold = row.lines.map((line) => lineOf(line, known));
  const reported = openBilling(tx.sealer, row.billing);
  const buyer = row.buyer_erased_at === null ? buyerOf(tx, row, reported) : null;
  const {
    seller_discount_centavos: discount,
    freight_charged_centavos: freight,
    total_centavos: total,
  } = row;
  const totals = {
    goodsCentavos: sumMoney(sold.map(({ totalCentavos }) => totalCentavos)),
    discountCentavos: discount,
    freightCentavos: freight,
    totalCentavos: total + (freight ?? 0),
  };
  return {
    id: row.id,
    remoteOrderId: row.remote_order_id,
    packId: row.pack_id,
    storeNumber: row.store_number,
    marketplace: row.marketplace,
    account: row.account,
    purchasedAt: row.purchased_at.toISOString(),
    erasedAt: row.buyer_erased_at?.toISOString() ?? null,
    buyer,
    lines: sold,
    totals,
    gaps: [
      ...(buyer ? gapsOfBuyer(buyer) : []),
      ...gapsOfGoods(sold),
      // A price that was divided by its units, or a discount that nobody reports.
      ...(totals.goodsCentavos - (discount ?? 0) === total ? [] : (['amounts'] as const)),
    ],
  };
}

function deliveryOf(buyer: unknown): FiscalBuyer['delivery'] {
  const kept = buyerAddressIn(buyer);
  const address = { ...kept, state: stateCodeOf(kept.state), country: 'BR' };
  return address.street === '' && address.city === '' ? null : address;
}

function buyerOf(tx: Tx, row: Row, billed: BuyerBilling | null): FiscalBuyer {
  const delivery = deliveryOf(row.buyer);
  const document = openDocument(tx.sealer, row.buyer);
  const { name: _receiver, ...delivered } = delivery ?? { name: '' };
  // A receiver's name, or a typed one; never a nickname, which is in a column of its own.
  const { name: receiver } = buyerAddressIn(row.buyer);
  const isPerson = document?.length === 11;
  const registration = billed?.stateRegistration ?? '';
  return {
    name: billed?.name ?? receiver,
    document,
    otherDocument: document === null ? (billed?.otherDocument ?? null) : null,
    taxpayer: billed?.taxpayer ?? (registration ? 'taxpayer' : isPerson ? 'not_taxpayer' : null),
    stateRegistration: registration,
    billingAddress: billed?.address ?? ('street' in delivered ? delivered : null),
    isBilledToDelivery: !billed?.address && delivery !== null,
    delivery,
  };
}

/** The amount of a kit is split over its products by their costs, to the centavo. */
function lineOf({ parts, unitPrice, ...line }: Line, known: ReadonlyMap<number, TaxedGoods>): FiscalLine {
  const total = multiplyMoney(unitPrice, line.quantity);
  const shares = splitMoney(
    total,
    parts.map((part) => multiplyMoney(part.unitCost, part.quantity)),
  );
  const goods = parts.map((part, n): FiscalGoods => {
    const taxed = known.get(part.productId);
    return {
      product: taxed?.isOwn ? { id: part.productId, name: taxed.name } : null,
      name: part.name,
      sku: part.sku,
      gtin: part.gtin,
      ncm: taxed?.ncm ?? '',
      cest: taxed?.cest ?? '',
      origin: taxed?.origin ?? null,
      unit: taxed?.unit ?? '',
      quantity: part.quantity,
      totalCentavos: shares[n] ?? 0,
    };
  });
  return { ...line, unitPriceCentavos: unitPrice, totalCentavos: total, goods };
}

function gapsOfBuyer({ document, name, taxpayer, billingAddress: address }: FiscalBuyer): FiscalGap[] {
  const parts = ['street', 'number', 'neighborhood', 'city', 'state', 'zip'] as const;
  const isAbroad = address !== null && address.country !== 'BR';
  return [
    ...(document === null ? (['document'] as const) : []),
    ...(name === '' ? (['name'] as const) : []),
    ...(taxpayer === null && document !== null ? (['taxpayer'] as const) : []),
    ...(address === null ? (['address'] as const) : []),
    ...parts.filter((part) => address?.[part] === '' && !(isAbroad && part === 'zip')),
  ];
}

function gapsOfGoods(sold: readonly FiscalLine[]): FiscalGap[] {
  const goods = sold.flatMap((line) => line.goods);
  return [
    ...(sold.some((line) => line.goods.length === 0) ? (['composition'] as const) : []),
    ...(goods.some(({ ncm }) => ncm === '') ? (['ncm'] as const) : []),
    ...(goods.some(({ origin }) => origin === null) ? (['origin'] as const) : []),
    ...(goods.some(({ unit }) => unit === '') ? (['unit'] as const) : []),
  ];
}
