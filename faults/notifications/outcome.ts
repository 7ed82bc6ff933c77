import { z } from 'zod';
import { openSource, type SealedSource } from '#server/orders/sync/sale-source.ts';
import { createSealer } from '#server/seal.ts';
import type { Inspector } from '../crash-points/inspect.ts';
import { members, type Sequence } from './plan.ts';
import type { Seller, Stage } from './stage.ts';
import { ordersOf, packOf, parcelOf } from './views.ts';

/** Times of receipt and ids: they may differ between two sequences with the same result. */
const orderSkips = [
  'id',
  'business_id',
  'account_id',
  'fulfiller_id',
  'warehouse_id',
  'created_at',
  'updated_at',
  'version',
  'search',
  'released_at',
  'canceled_at',
  'shown_at',
  'money_days',
];
/** The parcel of a canceled sale does not matter: its stored state depends on the time of the last read. */
const parcelSkips = [
  'label_ready',
  'label_available_at',
  'document',
  'shipment_status',
  'shipment_substatus',
  'shipment_step',
  'shipment_progress',
  'marketplace_fulfilled',
  'shipment_updated_at',
  'shipment_id',
  'logistic_type',
  'tracking_code',
  'dispatch_limit',
  'promised_at',
  'freight_centavos',
  'buyer',
  'buyer_name',
];
const lineSkips = ['id', 'business_id', 'fulfiller_id', 'order_id', 'publication_variation_id'];
const partSkips = [
  'id',
  'business_id',
  'fulfiller_id',
  'order_id',
  'line_id',
  'stock_id',
  'product_id',
  'product_name',
  'variation_id',
  'dropship_item_id',
  'sku',
];
const list = (columns: readonly string[]) => `'{${columns.join(',')}}'::text[]`;

const text = `
  select o.remote_order_id as id, a.remote_user_id as seller, jsonb_build_object(
    'sale', to_jsonb(o) - ${list(orderSkips)} - case when o.status = 'canceled' then ${list(parcelSkips)} else '{}' end,
    'lines', (select jsonb_agg(to_jsonb(l) - ${list(lineSkips)} order by l.id) from order_lines l where l.order_id = o.id),
    'parts', (select jsonb_agg(to_jsonb(p) - ${list(partSkips)} order by p.id) from order_parts p where p.order_id = o.id),
    'promised', (select jsonb_agg(jsonb_build_array(r.kind, r.quantity) order by r.stock_id)
      from reservations r where r.order_id = o.id and r.state = 'open'),
    'twice', (select jsonb_agg(kind) from (select e.kind from order_events e where e.order_id = o.id
      and e.kind in ('created', 'paid', 'canceled', 'released', 'fraud-risk') group by e.kind having count(*) > 1) t))::text as facts,
    (select jsonb_object_agg(s.kind, s.body order by s.kind) from order_sources s where s.order_id = o.id
      and (s.kind = 'order' or o.status <> 'canceled')) as said
  from orders o join marketplace_accounts a on a.id = o.account_id where o.account_id = any ($1)`;

/** The final state of each sale of a seller, by the marketplace's id. */
export type Outcomes = ReadonlyMap<string, { seller: string; facts: string }>;

export async function readOutcomes({ inspector, app }: Stage, hired: readonly Seller[]): Promise<Outcomes> {
  const sealer = createSealer(app.env.secretKey);
  const rows = await inspector.query<{ id: string; seller: string; facts: string; said: Said | null }>(text, [
    hired.map(({ accountId }) => accountId),
  ]);
  const opened = (said: Said | null) =>
    Object.entries(said ?? {}).map(([kind, body]) => `${kind} ${JSON.stringify(openSource(sealer, body))}`);
  return new Map(
    rows.map(({ id, seller, facts, said }) => [id, { seller, facts: [facts, ...opened(said)].join('\n') }]),
  );
}

/** By kind of answer. */
type Said = Record<string, SealedSource>;

/** Sequences whose result differs from that of their life in order. */
export function differences(
  outcomes: Outcomes,
  references: readonly Sequence[],
  sequences: readonly Sequence[],
  hired: readonly Seller[],
) {
  const told = (one: Sequence) => outcomeOf(outcomes, one, hired[one.seller]);
  const expected = new Map(references.map((one) => [JSON.stringify(one.life), told(one)]));
  return sequences.flatMap((one) => {
    const [got, wanted] = [told(one), expected.get(JSON.stringify(one.life))];
    return got === wanted ? [] : [{ ...one, got, wanted }];
  });
}

/** The sales of a sequence in a form that can be compared with another sequence of the same life. */
function outcomeOf(outcomes: Outcomes, { n, life }: Sequence, seller: Seller | undefined): string {
  if (!seller) return '';
  const { single, kit, remoteUserId } = seller.shop;
  const facts = Array.from({ length: members(life) }, (_, member) => {
    const found = outcomes.get(String(ordersOf.id(n, member)));
    return found?.seller === remoteUserId ? found.facts : 'unknown';
  }).join('\n');
  const names: [string, string][] = [
    [String(ordersOf.id(n, 0)), 'FIRST'],
    [String(ordersOf.id(n, 1)), 'SECOND'],
    [String(ordersOf.id(n, 0) + 7), 'PAYMENT'],
    [String(ordersOf.id(n, 1) + 7), 'PAYMENT'],
    [String(parcelOf.id(n)), 'PARCEL'],
    [String(packOf.id(n)), 'PACK'],
    [`"buyer":{"id":${888_000 + n},`, 'BUYER'],
    [`"seller":{"id":${remoteUserId}}`, 'SELLER'],
    ...[single, kit].flatMap((item): [string, string][] => [
      [item.itemId, 'ITEM'],
      [`variation_id":${item.variationId}`, 'VARIATION'],
      [`variation_id": "${item.variationId}"`, 'VARIATION'],
      [item.sku, 'SKU'],
    ]),
  ];
  return names.reduce((text, [from, to]) => text.replaceAll(from, to), facts);
}

/** Sales stored for another seller, and stored answers about another resource. */
export async function readStrangers({ inspector, app }: Stage, hired: readonly Seller[]): Promise<unknown[]> {
  const sealer = createSealer(app.env.secretKey);
  const rows = await inspector.query<Kept>(
    `select o.remote_order_id as sale, o.shipment_id as parcel, a.remote_user_id as seller, a.business_id = o.business_id as own,
       s.kind, s.body from orders o join marketplace_accounts a on a.id = o.account_id
       left join order_sources s on s.order_id = o.id and s.kind in ('order', 'shipment')
     where o.business_id = any ($1)`,
    [hired.map(({ businessId }) => businessId)],
  );
  return rows.filter(({ own, sale, parcel, seller, kind, body }) => {
    if (!own) return true;
    if (!body) return false;
    const said = answer.parse(openSource(sealer, body));
    if (kind === 'shipment') return String(said.id) !== parcel;
    return String(said.id) !== sale || String(said.seller?.id) !== seller;
  });
}

type Kept = {
  sale: string;
  parcel: string | null;
  seller: string;
  own: boolean;
  kind: string | null;
  body: SealedSource | null;
};
const answer = z.object({ id: z.number(), seller: z.object({ id: z.number() }).optional() });

export async function countSales(inspector: Inspector): Promise<number> {
  const [row] = await inspector.query<{ total: number }>('select count(*)::int as total from orders');
  return row?.total ?? 0;
}

/** Every row of a business, except the access log of its account and rejected answers. */
export async function readBystander(inspector: Inspector, businessId: number): Promise<string[]> {
  const tables = await inspector.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'business_id'
      and table_name not in ('parked_answers', 'account_calls')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await inspector.query<{ row: string }>(
      `select (to_jsonb(t) - '{swept_at,access_token,refresh_token,token_expires_at,token_issued_at,missed_at,missed,renewing_until}'::text[])::text as row
       from ${name} t where business_id = $1 order by 1`,
      [businessId],
    );
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found;
}
