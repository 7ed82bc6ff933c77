import { sql } from 'kysely';
import { canAct } from '#contract/acts.ts';
import { asCode, codeOfGoods } from '#contract/codes.ts';
import { readCartCode } from '#contract/inventory/cart.ts';
import type { Passport, PassportAct, PassportKind } from '#contract/inventory/passport.ts';
import { fitsStep, type VolumeAct, type VolumeState, volumeActs } from '#contract/inventory/volume-states.ts';
import type { OrderStatus } from '#contract/orders/order-states.ts';
import { saleOfOwnLabel, wordsOfLabel } from '#contract/orders/parcel-label.ts';
import type { ReceiptOfVolume } from '#contract/supply/receipt-of-volume.ts';
import type { SupplyRequestState } from '#contract/supply/supply-request-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { isBlind } from '#server/inventory/balance/blind.ts';
import { receiptOf } from '#server/inventory/volume/volume.queries.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';

type Found = {
  kind: PassportKind;
  id: number;
  name: string;
  about: string;
  warehouse: string | null;
  position: string | null;
  state: string | null;
  zero_check: boolean;
  /** The variations of a product. */
  variation_id?: number;
  receipt?: ReceiptOfVolume | null;
  /** The use of a cart. */
  list_id?: number | null;
  sale_id?: number | null;
};

/** At most as many matches of one code as a screen shows. */
const shown = 20;
const mostContents = 200;

/** Identifies a scanned code for this reader, with contents or position; blind counters get no quantities. */
export async function findPassports(
  tx: Tx,
  actor: Actor,
  scanned: string,
): Promise<{ code: string; items: Passport[] }> {
  const code = asCode(scanned);
  const [volumes, positions, carts, products, serials, parcels, requests] = await Promise.all([
    findVolumes(tx, actor, code),
    findPositions(tx, actor, code),
    findCarts(tx, actor, code),
    findProducts(tx, scanned.trim()),
    actorCan(actor, 'serials.read') ? findSerials(tx, code) : [],
    actorCan(actor, 'checkout.read') ? findParcels(tx, actor, code) : [],
    actorCan(actor, 'receiving.read') ? findRequests(tx, actor, code) : [],
  ]);
  const found = [...volumes, ...positions, ...carts, ...products, ...serials, ...parcels, ...requests];
  const contents = await findContents(tx, actor, found);
  return {
    code,
    items: found.map((row) =>
      shape(
        actor,
        row,
        contents.filter((line) => isOf(line, row)),
      ),
    ),
  };
}

type Content = Passport['contents'][number] & {
  volumeId: number;
  positionId: number | null;
  variationId: number;
};

const isOf = (line: Content, { kind, id, variation_id }: Found) =>
  (kind === 'product' && line.variationId === variation_id) ||
  (kind === 'position' && line.positionId === id) ||
  ((kind === 'volume' || kind === 'tote') && line.volumeId === id);

/** Lines of the volumes that were found, of the volumes in the positions, or with the products. */
async function findContents(tx: Tx, actor: Actor, found: readonly Found[]): Promise<Content[]> {
  const idsOf = (...kinds: PassportKind[]) =>
    found.filter((row) => kinds.includes(row.kind)).map((row) => row.id);
  const variations = found.flatMap((row) => row.variation_id ?? []);
  const { rows } = await sql<Content & { counted: boolean }>`
    select x.sku, case when x.name in ('', p.name) then p.name else p.name || ' · ' || x.name end as product,
      v.code as volume, i.code as position, l.quantity, v.state = 'in_balance' as counted, v.id as "volumeId",
      v.position_id as "positionId", l.variation_id as "variationId"
    from volumes v join volume_lines l on l.volume_id = v.id and l.quantity > 0
      join product_variations x on x.id = l.variation_id join products p on p.id = x.product_id
      left join inventory_locations i on i.id = v.position_id
    where v.business_id = app_business() and ${withinWarehouses(actor, sql`v.warehouse_id`)}
      and v.state in ('registered', 'tagged', 'active', 'in_balance', 'blocked', 'in_transit')
      and (v.id = any(${idsOf('volume', 'tote')}::bigint[]) or v.position_id = any(${idsOf('position')}::bigint[])
        or l.variation_id = any(${variations}::bigint[]))
    order by i.walk nulls last, v.code, x.sku limit ${mostContents}`.execute(tx.db);
  return rows.map(({ counted, ...line }) => ({
    ...line,
    quantity: counted && isBlind(actor) ? null : line.quantity,
  }));
}

function shape(
  actor: Actor,
  {
    kind,
    state,
    zero_check,
    receipt = null,
    list_id = null,
    sale_id = null,
    variation_id: _,
    ...rest
  }: Found,
  contents: readonly Content[],
): Passport {
  const isHidden = contents.some((line) => line.quantity === null);
  return {
    kind,
    ...rest,
    contents: contents.map(({ sku, product, volume, position, quantity }) => ({
      ...{ sku, product, volume, position, quantity },
    })),
    units: isHidden ? null : contents.reduce((sum, line) => sum + (line.quantity ?? 0), 0),
    volumeState: kind === 'volume' || kind === 'tote' ? (state as VolumeState) : null,
    saleStatus: kind === 'parcel' ? (state as OrderStatus) : null,
    requestState: kind === 'supply_request' ? (state as SupplyRequestState) : null,
    receipt,
    pickingListId: list_id,
    saleId: sale_id,
    acts: [
      ...actsOf(actor, kind, { state: state as VolumeState, asks: zero_check, receipt }),
      ...(sale_id !== null && actorCan(actor, 'checkout.read') ? (['sale'] as const) : []),
      ...(list_id !== null && actorCan(actor, 'picking.read') ? (['picking_list'] as const) : []),
    ],
  };
}

/** The acts on a volume, each with the verb that decides about state and permission. */
const volumeVerbs: readonly (readonly [PassportAct, VolumeAct])[] = [
  ['launch', 'launch'],
  ['launch', 'tag'],
  ['arrive', 'arrive'],
  ['move', 'move'],
  ['move_products', 'moveProducts'],
  ['count', 'startBalance'],
  ['count', 'endBalance'],
  ['block', 'block'],
  ['transfer', 'transfer'],
];

type VolumeNow = { state: VolumeState; asks: boolean; receipt: ReceiptOfVolume | null };

/** A received volume is put away on the screen of its receipt, in its step. */
function actsOfVolume(actor: Actor, { state, asks, receipt }: VolumeNow): PassportAct[] {
  const able = volumeVerbs
    .filter(([, verb]) => canAct(volumeActs, verb, state) && actorCan(actor, volumeActs[verb].permission))
    .map(([act]) => act);
  const answer = asks && actorCan(actor, 'volumes.zero-check') ? (['answer_empty'] as const) : [];
  const early = able.includes('launch') && !fitsStep('launch', receipt);
  const receive = early && actorCan(actor, 'receiving.read') ? (['receive'] as const) : [];
  const now = able.filter((act) => !(early && act === 'launch'));
  return [...new Set([...answer, ...receive, ...now])];
}

function actsOf(actor: Actor, kind: PassportKind, volume: VolumeNow): PassportAct[] {
  switch (kind) {
    case 'volume':
      return actsOfVolume(actor, volume);
    case 'position':
      return actorCan(actor, 'balances.start') ? ['volumes', 'count'] : ['volumes'];
    case 'product':
      return ['volumes'];
    case 'tote':
    case 'cart':
    case 'serial':
    case 'parcel':
    case 'supply_request':
      return [];
  }
}

const nothing = sql`null::text as warehouse, null::text as position, null::text as state, false as zero_check`;

async function findVolumes(tx: Tx, actor: Actor, code: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select case when v.tote then 'tote' else 'volume' end as kind, v.id, v.code as name, v.state,
      coalesce(nullif(v.name, ''), (select string_agg(distinct p.name, ', ') from volume_lines l
        join product_variations x on x.id = l.variation_id join products p on p.id = x.product_id
        where l.business_id = v.business_id and l.volume_id = v.id and l.quantity > 0), '') as about,
      w.name as warehouse, i.code as position, v.zero_check_at is not null as zero_check, ${receiptOf}
    from volumes v join warehouses w on w.id = v.warehouse_id left join inventory_locations i on i.id = v.position_id
    where v.business_id = app_business() and v.code = ${code}
      and ${withinWarehouses(actor, sql`v.warehouse_id`)}`.execute(tx.db);
  return rows;
}

/** A serial number is unique in its product; two products may have the same. */
async function findSerials(tx: Tx, code: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select 'serial' as kind, s.id, s.code as name, p.name || ' · ' || v.sku as about, ${nothing}
    from serials s join products p on p.id = s.product_id join product_variations v on v.id = s.variation_id
    where s.business_id = app_business() and s.code = ${code} order by s.id limit ${shown}`.execute(tx.db);
  return rows;
}

async function findPositions(tx: Tx, actor: Actor, code: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select 'position' as kind, i.id, i.code as name, '' as about, w.name as warehouse, null::text as position,
      null::text as state, false as zero_check
    from inventory_locations i join warehouses w on w.id = i.warehouse_id
    where i.business_id = app_business() and i.code = ${code} and ${withinWarehouses(actor, sql`i.warehouse_id`)}
    order by w.name limit ${shown}`.execute(tx.db);
  return rows;
}

/** A cart by its code, or by that of one of its places. */
async function findCarts(tx: Tx, actor: Actor, code: string): Promise<Found[]> {
  const asked = readCartCode(code);
  if (!asked) return [];
  const { rows } = await sql<Found>`
    select 'cart' as kind, c.id, ${code} as name, c.name as about, w.name as warehouse, null::text as position,
      null::text as state, false as zero_check, u.list_id, m.order_id as sale_id
    from carts c join warehouses w on w.business_id = c.business_id and w.id = c.warehouse_id
      left join cart_uses u on u.business_id = c.business_id and u.cart_id = c.id and u.freed_at is null
      left join picking_list_orders m on m.list_id = u.list_id and m.place = ${asked.place} and m.left_at is null
    where c.business_id = app_business() and c.number = ${asked.number} and c.removed_at is null
      and c.places >= ${asked.place ?? 1} and ${withinWarehouses(actor, sql`c.warehouse_id`)}
    order by w.name limit ${shown}`.execute(tx.db);
  return rows;
}

/** By SKU or GTIN; several variations may have the same GTIN. */
async function findProducts(tx: Tx, code: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select 'product' as kind, p.id, v.id as variation_id, v.sku as about,
      case when v.name in ('', p.name) then p.name else p.name || ' · ' || v.name end as name,
      ${nothing}
    from product_variations v join products p on p.id = v.product_id
    where v.business_id = app_business() and (v.gtin = ${codeOfGoods(code)} or v.sku_key = ${asCode(code)})
    order by v.id limit ${shown}`.execute(tx.db);
  return rows;
}

/**
 * Finds a parcel by its label or invoice: our own code and, until it is delivered, the shipment, the tracking code and
 * the key of the invoice.
 */
async function findParcels(tx: Tx, actor: Actor, scanned: string): Promise<Found[]> {
  const words = wordsOfLabel(scanned);
  const own = words.flatMap((word) => saleOfOwnLabel(word) ?? []);
  const { rows } = await sql<Found>`
    select 'parcel' as kind, o.id, '#' || o.id as name, s.name as about, w.name as warehouse, null::text as position,
      o.status as state, false as zero_check
    from orders o join businesses s on s.id = o.business_id left join warehouses w on w.id = o.warehouse_id
    where o.fulfiller_id = app_business() and o.shown_at is not null and ${withinWarehouses(actor, sql`o.warehouse_id`)}
      and (o.id = any(${own}::bigint[]) or o.id in (select x.id from orders x
        where x.fulfiller_id = app_business() and x.status in ('pending', 'picking', 'waiting_collect', 'collected', 'sent')
          and (x.shipment_id = any(${words}) or upper(x.tracking_code) = any(${words}) or x.invoice_key = any(${words}))))
    order by o.id desc limit ${shown}`.execute(tx.db);
  return rows;
}

/** Finds a supply request by the key of the invoice that came with the goods. */
async function findRequests(tx: Tx, actor: Actor, scanned: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select 'supply_request' as kind, r.id, '#' || r.number as name, s.name as about, w.name as warehouse,
      null::text as position, r.state, false as zero_check
    from vendor_invoices i join supply_requests r on r.id = i.request_id join suppliers s on s.id = r.supplier_id
      join warehouses w on w.id = r.warehouse_id
    where i.business_id = app_business() and i.key = ${scanned.replaceAll(/\s/g, '')}
      and ${withinWarehouses(actor, sql`r.warehouse_id`)}`.execute(tx.db);
  return rows;
}
