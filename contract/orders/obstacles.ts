import type { ErrorCode } from '../errors.ts';
import type { OrderAct, orderActs } from './order-states.ts';
import type { PickingAct } from './picking-states.ts';

/**
 * Reasons for which an act on a sale at the bench is refused, each with the code of its refusal, in the order in which
 * they are checked. `server/orders/checkout/obstacles.ts` says when each applies.
 */
export const obstacleCodes = {
  canceled: 'order_canceled',
  /** By its fulfiller, who sees it as canceled. */
  refused: 'order_canceled',
  collected: 'order_already_collected',
  packed: 'already_packed',
  /** The marketplace changed its lines, and the units that were picked or packed do not match them. */
  changed: 'order_changed',
  /** It is on a picking list that still fetches its units. */
  listed: 'on_picking_list',
  /** Another packer has it. */
  taken: 'picking_taken',
  /** Its status is none of those from which the act starts. */
  status: 'state_conflict',
  unscanned: 'unbeeped_items',
  /** Units of an expired lot are allocated to it. */
  expired: 'lot_expired',
} as const satisfies Record<string, ErrorCode>;
export type Obstacle = keyof typeof obstacleCodes;
export const obstacles = Object.keys(obstacleCodes) as Obstacle[];

/** Acts of the fulfiller; those of the seller have permissions of `orders`, and `server/orders/order.ts` checks them. */
type FulfillerAct = {
  [Act in OrderAct]: (typeof orderActs)[Act]['permission'] extends `checkout.${string}` ? Act : never;
}[OrderAct];
/** Acts at the bench that start from a fact and not from a status. */
type FactAct = 'acknowledgeChange' | 'putBack' | 'openReturn' | 'inspectReturn';
export type BenchAct = FulfillerAct | FactAct;

/**
 * `guard`: the guard refuses the act when it locks the sale or the list. `act`: the act refuses by itself, because it
 * knows more (the scanned part, a reason). `no`: this obstacle alone does not refuse the act.
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

/**
 * The one table of acts at the bench and what they are refused for. The guard and the errors of the endpoints are made
 * from it; `server/orders/checkout/obstacles.test.ts` calls the endpoint of each cell.
 */
export const benchChecks: Record<BenchAct, Record<Obstacle, Check>> = {
  accept: decision,
  refuse: decision,
  startPicking: { ...packing, taken: 'guard', unscanned: 'no', expired: 'no' },
  beep: { ...packing, taken: 'guard', unscanned: 'no', expired: 'act' },
  countByHand: { ...packing, taken: 'no', unscanned: 'no', expired: 'guard' },
  confirmPacking: { ...packing, taken: 'guard', unscanned: 'guard', expired: 'guard' },
  resetBeeping: { ...decision, collected: 'guard', taken: 'act' },
  cancelPicking: { ...decision, collected: 'guard', packed: 'guard', taken: 'act' },
  weigh: { ...decision, collected: 'guard', unscanned: 'guard' },
  photograph: { ...decision, collected: 'guard' },
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

export const codeOfObstacle = (act: BenchAct, obstacle: Obstacle): ErrorCode =>
  act === 'resetBeeping' && obstacle === 'status' ? 'cannot_reset' : obstacleCodes[obstacle];

/** The codes with which the guard of an act refuses. */
export function benchRefusals(act: BenchAct): ErrorCode[] {
  const guarded = obstacles.filter((obstacle) => benchChecks[act][obstacle] === 'guard');
  return [...new Set(guarded.map((obstacle) => codeOfObstacle(act, obstacle)))];
}

/** Obstacles of a sale that stop a walk for which it is fetched. `server/orders/picking/lock-list.ts` finds them. */
export const walkObstacles = ['changed', 'expired'] as const satisfies Obstacle[];
export type WalkObstacle = (typeof walkObstacles)[number];

/** The same table for acts on a picking list. `server/orders/picking/lock-list.test.ts` calls the endpoint of each cell. */
export const walkChecks: Record<PickingAct, Record<WalkObstacle, Check>> = {
  assign: { changed: 'no', expired: 'no' },
  start: { changed: 'no', expired: 'no' },
  takeCart: { changed: 'no', expired: 'no' },
  beep: { changed: 'guard', expired: 'act' },
  takeByHand: { changed: 'guard', expired: 'act' },
  declareShort: { changed: 'guard', expired: 'no' },
  finish: { changed: 'guard', expired: 'guard' },
  cancel: { changed: 'no', expired: 'no' },
  acknowledge: { changed: 'no', expired: 'no' },
  putBack: { changed: 'no', expired: 'no' },
};

/** The codes with which the guard of a list refuses; each act has states from which it starts. */
export function walkRefusals(act: PickingAct): ErrorCode[] {
  const guarded = walkObstacles.filter((obstacle) => walkChecks[act][obstacle] === 'guard');
  return ['state_conflict', ...guarded.map((obstacle) => obstacleCodes[obstacle])];
}
