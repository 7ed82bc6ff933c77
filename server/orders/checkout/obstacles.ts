import { canAct } from '#contract/acts.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { type OrderAct, orderActs } from '#contract/orders/order-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findExpiredPick } from '#server/inventory/picking.ts';
import { findLiveList, type LiveList } from '#server/orders/picking/membership.ts';
import { partsOf } from '#server/orders/sale/advance.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { isGivenBack } from '#server/orders/sale/status.ts';
import { isSupervisor } from './reset-refusal.ts';

/** Reasons for which an act on a sale at the bench is refused, in the order in which they are checked. */
export const obstacles = [
  'canceled',
  /** By its fulfiller, who sees it as canceled. */
  'refused',
  'collected',
  'packed',
  /** The marketplace changed its lines, and the units that were picked or packed do not match them. */
  'changed',
  /** It is on a picking list that still fetches its units. */
  'listed',
  /** Another packer has it. */
  'taken',
  /** Its status is none of those from which the act starts. */
  'status',
  'unscanned',
  /** Units of an expired lot are allocated to it. */
  'expired',
] as const;
export type Obstacle = (typeof obstacles)[number];

/** Acts of the seller, which `server/orders/order.ts` and `server/orders/substitutes/` check. */
type SellerAct = 'cancel' | 'approvePayment' | 'approveCost' | 'substitute' | 'complete';
/** Acts at the bench that start from a fact and not from a status. */
type FactAct = 'acknowledgeChange' | 'putBack' | 'openReturn' | 'inspectReturn';
export type BenchAct = Exclude<OrderAct, SellerAct> | FactAct;

/**
 * `guard`: the guard refuses the act when it locks the sale. `act`: the act refuses by itself, because it knows more
 * than the sale (the scanned part, a reason). `no`: this obstacle alone does not refuse the act.
 */
type Check = 'guard' | 'act' | 'no';

const over = { canceled: 'guard', refused: 'guard' } as const;
const open = { collected: 'no', packed: 'no' } as const;
const anyUnits = { changed: 'no', listed: 'no', taken: 'no', unscanned: 'no', expired: 'no' } as const;

const decision = { ...over, ...open, ...anyUnits, status: 'guard' } as const;
const packing = {
  ...over,
  collected: 'guard',
  packed: 'guard',
  changed: 'guard',
  listed: 'guard',
  status: 'guard',
} as const;
const fromFact = { canceled: 'no', refused: 'no', ...open, ...anyUnits, status: 'no' } as const;

/** The one table of acts at the bench and what they are refused for. `obstacles.test.ts` calls the endpoint of each cell. */
export const benchChecks: Record<BenchAct, Record<Obstacle, Check>> = {
  accept: decision,
  refuse: decision,
  startPicking: { ...packing, taken: 'guard', unscanned: 'no', expired: 'no' },
  beep: { ...packing, taken: 'guard', unscanned: 'no', expired: 'act' },
  countByHand: { ...packing, taken: 'no', unscanned: 'no', expired: 'guard' },
  confirmPacking: { ...packing, taken: 'guard', unscanned: 'guard', expired: 'guard' },
  resetBeeping: { ...decision, collected: 'guard', taken: 'act' },
  cancelPicking: { ...decision, collected: 'guard', packed: 'guard', taken: 'act' },
  printLabel: { ...decision, unscanned: 'guard' },
  printParcelLabel: { ...decision, collected: 'guard', unscanned: 'guard' },
  collect: { ...decision, changed: 'guard' },
  collectByHand: { ...decision, changed: 'guard' },
  send: { ...decision, changed: 'guard' },
  acknowledgeChange: { ...fromFact, ...over, collected: 'guard', packed: 'guard' },
  putBack: fromFact,
  openReturn: fromFact,
  inspectReturn: fromFact,
};

/** A sale that its guard has locked, and the picking list on which it is, read once. */
export type BenchSale = { order: OrderRow; list: () => Promise<LiveList | null> };

export function benchSale(tx: Tx, order: OrderRow): BenchSale {
  let list: Promise<LiveList | null> | undefined;
  return {
    order,
    list: () => {
      list ??= findLiveList(tx, order.id);
      return list;
    },
  };
}

type Question = BenchSale & { tx: Tx; actor: Actor; act: BenchAct };
type Answer = Fault | null;

const refusedIf = (applies: boolean, code: ErrorCode): Answer => (applies ? new Fault(code) : null);

const answers: Record<Obstacle, (question: Question) => Answer | Promise<Answer>> = {
  canceled: ({ order }) => refusedIf(order.canceled_at !== null, 'order_canceled'),
  refused: ({ order }) => refusedIf(isGivenBack(order), 'order_canceled'),
  collected: ({ order }) =>
    refusedIf(order.collected_at !== null || order.sent_at !== null, 'order_already_collected'),
  packed: ({ order }) => refusedIf(order.packed_at !== null, 'already_packed'),
  changed: ({ order }) =>
    order.changed_lines === null ? null : new Fault('order_changed', { facts: { sale: order.id } }),
  listed: async ({ order, list }) => {
    const on = await list();
    const isFetched = on?.state === 'finished' && order.picking_by !== null;
    return on && !isFetched ? new Fault('on_picking_list', { facts: { list: on.list_id } }) : null;
  },
  taken: async ({ order, actor, act, list }) => {
    if (order.picking_by === null || order.picking_by === actor.userId) return null;
    if (act === 'startPicking') return new Fault('picking_taken');
    if (isSupervisor(actor)) return null;
    // The first person who scans a sale of a finished list takes it over.
    const on = await list();
    return refusedIf(!on || on.bench_by !== null, 'picking_taken');
  },
  status: ({ order, act }) =>
    refusedIf(
      act in orderActs && !canAct(orderActs, act as OrderAct, order.status),
      act === 'resetBeeping' ? 'cannot_reset' : 'state_conflict',
    ),
  unscanned: async ({ tx, order }) => {
    if (order.status !== 'picking') return null;
    const parts = await partsOf(tx, order.id);
    return refusedIf(
      parts.some((part) => part.beeped < part.quantity),
      'unbeeped_items',
    );
  },
  expired: async ({ tx, order }) => {
    const facts = await findExpiredPick(tx, { orderIds: [order.id] });
    return facts && new Fault('lot_expired', { facts });
  },
};

/** The first obstacle for which the guard refuses the act, as the refusal; null if there is none. */
export async function findObstacle(tx: Tx, actor: Actor, sale: BenchSale, act: BenchAct): Promise<Answer> {
  for (const obstacle of obstacles) {
    if (benchChecks[act][obstacle] !== 'guard') continue;
    const refusal = await answers[obstacle]({ ...sale, tx, actor, act });
    if (refusal) return refusal;
  }
  return null;
}

export async function refuseObstacles(tx: Tx, actor: Actor, sale: BenchSale, act: BenchAct): Promise<void> {
  const refusal = await findObstacle(tx, actor, sale, act);
  if (refusal) throw refusal;
}
