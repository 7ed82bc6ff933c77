import { z } from 'zod';
import { isSeen, maxBulk, notSeen, seenSelection } from '../bulk.ts';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import type { Permission } from '../permissions.ts';
import {
  count,
  filterText,
  id,
  idParams,
  instant,
  listQuery,
  opaque,
  page,
  quantity,
  reference,
  text,
} from '../primitives.ts';
import { walkRefusals } from './obstacles.ts';
import { orderStatuses } from './order-states.ts';
import { leftReasons, pickingActs, pickingStates } from './picking-states.ts';

export const pickingFilter = {
  state: { kind: 'choice', values: pickingStates },
  warehouse: { kind: 'id' },
  assignee: { kind: 'id' },
  sale: { kind: 'id' },
  rule: { kind: 'id' },
  created: { kind: 'day' },
} as const satisfies FilterFields;
export const pickingSorts = ['id'] as const;

/** Sales that one walk takes at most. */
export const maxCartPlaces = 100;
export const usualCartPlaces = 12;
/** Units of one product that one scan takes at most. */
export const maxTyped = 1000;

/** The cart of a list, until its sales are packed. */
const cartOfList = z.object({ id, code: z.string(), name: z.string(), places: count });

const pickingRow = z
  .object({
    id,
    state: z.enum(pickingStates),
    warehouse: reference,
    assignee: reference.nullable(),
    cart: cartOfList.nullable(),
    /** Null: the clock released its rule. */
    createdBy: reference.nullable(),
    /** The name of the wave rule that made it; empty: a person chose its sales. */
    rule: z.string(),
    createdAt: instant,
    startedAt: instant.nullable(),
    finishedAt: instant.nullable(),
    /** Sales that are on it still, and their units. */
    saleCount: count,
    unitCount: count,
    pickedCount: count,
    /** The nearest dispatch limit of its sales. */
    dispatchLimit: instant.nullable(),
    /** Units in its totes that no sale needs any more. */
    putBackCount: count,
  })
  .meta({ id: 'PickingRow' });
export type PickingRow = z.output<typeof pickingRow>;

/** Units of one product in one volume that are still to be fetched, in the order of the walk. */
const stop = z.object({
  position: z.string().nullable(),
  volume: reference,
  variation: reference,
  sku: z.string(),
  gtin: z.string(),
  imageId: z.number().nullable(),
  quantity: count,
  /** Places of the cart that need them. */
  places: z.array(count),
});
export type PickingStop = z.output<typeof stop>;

const placed = z.object({
  at: instant,
  author: z.string(),
  sku: z.string(),
  order: z.number(),
  place: count,
});

const pickingDetail = pickingRow
  .extend({
    /** The picker may scan one unit and type the quantity; otherwise each unit is scanned. */
    typedQuantity: z.boolean(),
    /** Whether its warehouse has carts. */
    hasCarts: z.boolean(),
    /** The next unit is taken only after the place of the cart that got the last one was scanned. */
    cartPlacesRequired: z.boolean(),
    /** Places that got the last units of the reader and were not scanned since. */
    awaitedPlaces: z.array(count),
    totes: z.array(z.object({ id, code: z.string() })),
    stops: z.array(stop),
    sales: z.array(
      z.object({
        id,
        place: count,
        status: z.enum(orderStatuses),
        items: z.string(),
        units: count,
        picked: count,
        dispatchLimit: instant.nullable(),
        leftReason: z.enum(leftReasons).nullable(),
        /** Its buyer changed the order: scans of the list are refused until that is acknowledged (`/orders-supplier/:id/changed`). */
        changed: z.boolean(),
        /** It left during the walk for an external reason, and nobody has acknowledged it. */
        stops: z.boolean(),
        /** If it left because its goods are held until they are counted: where, and by whom. */
        counted: z.object({ volume: z.string(), position: z.string(), person: z.string() }).nullable(),
      }),
    ),
    /** Goods to put back, and a volume with more of them. */
    putBack: z.array(
      z.object({
        tote: z.string(),
        variation: reference,
        sku: z.string(),
        gtin: z.string(),
        quantity: count,
        place: z.object({ volume: z.string(), position: z.string().nullable() }).nullable(),
      }),
    ),
    /** The last units that anybody put on the cart, newest first. */
    scans: z.array(placed),
  })
  .meta({ id: 'PickingList' });
export type PickingList = z.output<typeof pickingDetail>;

const lane = z.object({
  warehouse: reference,
  /** The last limit of the lane; null: no marketplace has named one. */
  dispatchLimit: instant.nullable(),
  /** The limit of its most urgent sale. */
  nextLimit: instant.nullable(),
  logisticType: z.string(),
  sales: count,
  /** Of them, sales of one unit: picked together and packed without sorting. */
  singles: count,
});

const rule = z.strictObject({
  warehouseId: id,
  /** Sales to be dispatched until then, those without a limit left out. */
  dispatchUntil: z.iso.datetime({ offset: true }).optional(),
  logisticType: text(60).optional(),
  singles: z.boolean().optional(),
});
const newList = z
  .strictObject({
    ids: z.array(id).max(maxBulk, 'too_big').optional(),
    query: filterText.optional(),
    seen: seenSelection.optional(),
    rule: rule.optional(),
    /** Places of the cart: how many sales at most. */
    places: z.int('not_whole').min(1, 'too_small').max(maxCartPlaces, 'too_big').default(usualCartPlaces),
    assigneeId: id.optional(),
  })
  .refine(({ ids, query, rule }) => [ids, query, rule].filter((way) => way !== undefined).length === 1, {
    path: ['ids'],
    error: 'choose_one',
  })
  .refine(isSeen, notSeen);
export type NewPickingList = z.output<typeof newList>;
export type PickingRule = z.output<typeof rule>;

/** Units that lay in the tote for a sale that left the list and are another sale's now, by the places of the cart. */
const movedUnits = z.object({ sku: z.string(), from: count, to: count, units: count });
export type MovedUnits = z.output<typeof movedUnits>;

/** Volumes whose last unit was taken: the person confirms whether they are empty. */
const emptied = z.array(z.object({ id, code: z.string() }));

const clientId = opaque(60).min(8);
const act = <const P extends Permission, const Path extends string>(
  name: Path,
  permission: P,
  summary: string,
) => ({
  method: 'POST' as const,
  path: `/picking/:id/${name}` as const,
  permission,
  summary,
  params: idParams,
  response: pickingDetail,
  touches: ['checkout', 'orders', 'volumes', 'stock'],
});

/** Resource `picking`: one walk through the warehouse for many sales. */
export const picking = entity('picking', {
  list: endpoint({
    method: 'GET',
    path: '/picking',
    permission: 'picking.read',
    summary: 'Picking lists',
    query: listQuery,
    response: page(pickingRow),
  }),
  lanes: endpoint({
    method: 'GET',
    path: '/picking/lanes',
    permission: 'picking.read',
    summary: 'Waiting sales without a picking list, by warehouse, dispatch limit and carrier',
    response: z.object({ lanes: z.array(lane) }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/picking/:id',
    permission: 'picking.read',
    summary: 'One picking list: remaining units in the order of the walk, its sales, and units to put back',
    params: idParams,
    response: pickingDetail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/picking',
    permission: 'picking.create',
    summary: 'Create a picking list of chosen sales, or of the most urgent ones that match a rule',
    body: newList,
    response: pickingDetail,
    errors: ['no_sale_selected', 'invalid_sale_selected'],
    touches: ['checkout'],
  }),
  people: endpoint({
    method: 'GET',
    path: '/picking/:id/people',
    permission: 'picking.read',
    summary: 'People to whom a picking list can be assigned',
    params: idParams,
    response: z.object({ people: z.array(reference) }),
  }),
  assign: endpoint({
    ...act(
      'assign',
      pickingActs.assign.permission,
      'Assign a person to a picking list; without one, the first person to start it picks it',
    ),
    body: z.strictObject({ assigneeId: id.nullable() }),
    errors: walkRefusals('assign'),
  }),
  start: endpoint({
    ...act(
      'start',
      pickingActs.start.permission,
      'Start the walk: units of volumes are allocated to its sales',
    ),
    errors: [...walkRefusals('start'), 'picking_taken', 'no_sale_selected', 'goods_being_counted'],
  }),
  takeCart: endpoint({
    ...act(
      'cart',
      pickingActs.takeCart.permission,
      'Use a cart for a picking list, by its code or by that of one of its places; null: no cart',
    ),
    body: z.strictObject({ code: text(20, 1).nullable() }),
    errors: [
      ...walkRefusals('takeCart'),
      'code_unknown',
      'cart_in_use',
      'cart_too_small',
      'no_sale_selected',
    ],
    touches: ['carts'],
  }),
  beep: endpoint({
    ...act(
      'beep',
      pickingActs.beep.permission,
      'Scan a position or volume, then a product in it: one unit goes into the tote, or a typed number if the owner allows it; then the place of the cart',
    ),
    /** `from`: the position or volume that was read before; without it the code is read as one. */
    body: z.strictObject({
      code: text(80, 1),
      from: text(80, 1).optional(),
      quantity: quantity.max(maxTyped, 'too_big').default(1),
      clientId,
    }),
    response: pickingDetail.extend({
      /** The sale that got the scanned unit; null if a position or volume was scanned. */
      placed: z.object({ order: z.number(), place: count, sku: z.string(), left: count }).nullable(),
      /** How many of the units went to which place of the cart. */
      shares: z.array(z.object({ order: z.number(), place: count, units: count })),
      emptied,
    }),
    errors: [
      ...walkRefusals('beep'),
      'no_volume_selected',
      'by_hand_off',
      'place_not_wanted',
      ...(['cart_in_use', 'cart_too_small', 'no_sale_selected'] as const),
      ...(['cart_not_of_list', 'cart_place_wrong', 'cart_place_first'] as const),
      'product_not_wanted',
      'code_unknown',
      'code_stale',
      'lot_expired',
      'code_ambiguous',
    ],
  }),
  takeByHand: endpoint({
    ...act(
      'by-hand',
      pickingActs.takeByHand.permission,
      'Put the required units of a volume into the tote without a scan, with a reason, if the owner allows it',
    ),
    body: z.strictObject({ volumeId: id, variationId: id, reason: text(200, 1) }),
    response: pickingDetail.extend({ emptied }),
    errors: [...walkRefusals('takeByHand'), 'by_hand_off', 'product_not_wanted', 'lot_expired'],
  }),
  declareShort: endpoint({
    ...act(
      'short',
      pickingActs.declareShort.permission,
      'Report a product missing in its volume: the volume is counted, and other volumes are used or sales leave the list',
    ),
    body: z.strictObject({ volumeId: id, variationId: id, reason: text(200, 1) }),
    response: pickingDetail.extend({ moved: z.array(movedUnits) }),
    errors: [...walkRefusals('declareShort'), 'product_not_wanted', 'in_progress'],
  }),
  finish: endpoint({
    ...act(
      'finish',
      pickingActs.finish.permission,
      'Finish picking: all units are in totes, and the bench continues',
    ),
    errors: [...walkRefusals('finish'), 'unbeeped_items', 'cart_place_first'],
  }),
  acknowledge: endpoint({
    ...act(
      'acknowledge',
      pickingActs.acknowledge.permission,
      'Acknowledge a sale that left the picking list during the walk',
    ),
    body: z.strictObject({ orderId: id }),
    errors: walkRefusals('acknowledge'),
  }),
  cancel: endpoint({
    ...act(
      'cancel',
      pickingActs.cancel.permission,
      'Cancel a picking list: its sales wait again, and picked units have to be put back',
    ),
    errors: [...walkRefusals('cancel'), 'forbidden'],
  }),
  putBack: endpoint({
    ...act('put-back', pickingActs.putBack.permission, 'Put surplus units of a tote back into a volume'),
    body: z.strictObject({ code: text(80, 1), volumeCode: text(80, 1), quantity: quantity.default(1) }),
    errors: [
      ...walkRefusals('putBack'),
      'product_not_wanted',
      'code_unknown',
      'code_not_volume',
      'volume_unfit',
      'lots_mixed',
      'volume_pinned',
    ],
  }),
});
export type PickingBeep = z.output<typeof picking.beep.response>;
