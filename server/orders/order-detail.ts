import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { dayOf } from '#contract/dates.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { OrderDetail } from '#contract/orders/order.ts';
import { resultPartNames } from '#contract/orders/sale-result.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { DB } from '#server/db/types.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { atStation } from '#server/inventory/station/at-station.ts';
import { capabilitiesOf } from '#server/marketplaces/account-capabilities.ts';
import type { Outside } from '#server/outside/outside.ts';
import { readChange } from './checkout/changed-sale.ts';
import { proofOfParcel, shapeProof } from './checkout/parcel-proof.ts';
import { currentDeclaration } from './declarations/declaration.queries.ts';
import { detailColumns, fieldsOf } from './order-fields.ts';
import { orderBase, type Reach, reachesAll, reachOf, shapeOrder } from './order-list.ts';
import { checkPayoutOf } from './payouts/check-sales.ts';
import { buyerAddressIn } from './sale/buyer-address.ts';
import { gatesOf } from './sale/status.ts';

type Line = OrderDetail['lines'][number];

const serialsOfSale = sql`coalesce((select json_agg(u.code order by u.id) from sale_serials u
  where u.business_id = o.business_id and u.order_id = o.id and u.part_id = t.id and u.freed_at is null), '[]')`;

/** Aliases l, v, p and t; amounts are removed for readers without the right to see them. */
const lines = sql<
  Line[]
>`coalesce((select json_agg(json_build_object('id', l.id, 'title', l.title, 'variation', l.variation, 'sku', l.sku,
    'quantity', l.quantity, 'remoteItemId', l.remote_item_id, 'unitPriceCentavos', l.unit_price_centavos,
    'saleFeeCentavos', l.sale_fee_centavos, 'publication', case when p.id is not null then
      json_build_object('id', p.id, 'name', p.name, 'advertisementId', p.advertisement_id) end,
    'parts', coalesce((select json_agg(json_build_object('id', t.id, 'product', t.product_name, 'sku', t.sku,
        'gtin', t.gtin, 'quantity', t.quantity, 'unitCostCentavos', t.unit_cost_centavos,
        'serials', ${serialsOfSale}) order by t.id)
      from order_parts t where t.order_id = o.id and t.line_id = l.id and t.quantity > 0), '[]')) order by l.id)
  from order_lines l left join publication_variations v on v.id = l.publication_variation_id
    left join publications p on p.id = v.publication_id
  where l.order_id = o.id and l.quantity > 0), '[]')`;

const packmates = sql<number[]>`coalesce((select json_agg(m.id order by m.id) from orders m
  where o.pack_id is not null and m.account_id = o.account_id and m.pack_id = o.pack_id and m.id <> o.id), '[]')`;

/** People of a supplier are not named to the seller. */
const pickedBy = sql<string | null>`(select u.name from users u
  where u.id = o.picking_by and o.status = 'picking' and o.fulfiller_id = o.business_id)`;

const events = sql<
  OrderDetail['events']
>`coalesce((select json_agg(json_build_object('id', e.id, 'at', e.at, 'kind', e.kind,
    'actor', e.actor, 'author', u.name || ${atStation}, 'statusTo', e.status_to, 'detail', e.detail) order by e.id desc)
  from (select * from order_events e where e.order_id = o.id order by e.id desc limit 200) e
    left join users u on u.id = e.user_id left join stations st on st.id = e.station_id), '[]')`;

/** Columns of the page besides those of a row in the list. Each column of an answer costs time, also an unread one. */
const pageColumns = [
  ...Object.values(detailColumns).map((column) => `o.${column}` as const),
  'o.buyer',
  'o.changed_lines',
  'o.interest_centavos',
  'o.money_days',
  'o.created_at',
] as const;

/** The sale with all its parts, in one statement. */
const wholeSale = (db: Kysely<DB>, reach: Reach, id: number) =>
  orderBase({ db }, reach)
    .select(pageColumns)
    .select([
      'a.marketplace as account_marketplace',
      'a.tags as account_tags',
      lines.as('all_lines'),
      currentDeclaration.as('declaration'),
      packmates.as('packmates'),
      proofOfParcel.as('proof'),
      pickedBy.as('picked_by'),
      events.as('events'),
    ])
    .where('o.id', '=', id);
const anySale = prepared((db, { id }: { id: number }) =>
  wholeSale(db, { warehouseIds: null, sells: true }, id),
);

export async function readOrderDetail(
  tx: Tx,
  actor: Actor,
  orderId: number,
  outside: Outside,
): Promise<OrderDetail> {
  const reach = reachOf(actor);
  const [row] = reachesAll(reach)
    ? await anySale(tx, { id: orderId })
    : await wholeSale(tx.db, reach, orderId).execute();
  if (!row) fail('not_found');
  const priced = actorCan(actor, 'prices.read');
  return {
    ...shapeOrder(tx, actor, row),
    ...fieldsOf(row, detailColumns),
    gates: gatesOf(row),
    ...(priced && {
      paymentMoney: {
        interest: row.interest_centavos,
        discount: row.discount_centavos,
        learned: dayOf(row.created_at),
        changes: changesOf(row.money_days),
        released:
          row.account_id === null || !actorCan(actor, 'payouts.read')
            ? null
            : await readReleased(tx, orderId),
      },
    }),
    lines: priced ? row.all_lines : row.all_lines.map(withoutMoney),
    change: await readChange(tx, row),
    buyer: addressOf(row.buyer),
    hasInvoice: row.invoice_file_id !== null,
    declaration: row.declaration,
    writesToBuyer: writesToBuyer(outside, row.account_marketplace, row.account_tags),
    pickedBy: row.picked_by,
    packmates: row.packmates,
    proof: shapeProof(row.proof),
    events: row.events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
  };
}

const moneyDays = z.partialRecord(z.enum(resultPartNames), z.string());

function changesOf(stored: unknown) {
  const days = moneyDays.parse(stored ?? {});
  return resultPartNames.flatMap((name) => {
    const day = days[name];
    return day === undefined ? [] : [{ name, day }];
  });
}

async function readReleased(tx: Tx, orderId: number) {
  const checked = await checkPayoutOf(tx, orderId);
  return (
    checked && {
      amount: checked.releasedCentavos,
      expected: checked.expectedCentavos,
      day: checked.day,
      number: checked.number,
      saleCount: checked.sales.length,
    }
  );
}

function writesToBuyer(outside: Outside, marketplace: MarketplaceId | null, tags: readonly string[] | null) {
  return (
    marketplace !== null &&
    capabilitiesOf(outside, { marketplace, tags: tags ?? [] }).beginsMessages !== 'never'
  );
}

function withoutMoney({ unitPriceCentavos: _price, saleFeeCentavos: _fee, ...line }: Line): Line {
  return { ...line, parts: line.parts.map(({ unitCostCentavos: _cost, ...part }) => part) };
}

function addressOf(buyer: unknown): OrderDetail['buyer'] {
  return typeof buyer === 'object' && buyer !== null && 'street' in buyer ? buyerAddressIn(buyer) : null;
}
