import { wrap, wrapInner } from '../patch.ts';
import type { SourcePlant } from '../plant.ts';

const shelf = 'server/inventory/shelf.test.ts';
const volume = 'server/inventory/volume/volume.test.ts';
const picking = 'server/orders/picking/picking.test.ts';
const checkout = 'server/orders/checkout/checkout.test.ts';
const orders = 'server/orders/sale/apply-order.test.ts';

export const stockPlants: readonly SourcePlant[] = [
  {
    breaks: 'INV-01',
    what: 'a movement that leaves the reserved bucket as it was',
    patch: wrap<typeof import('#server/inventory/ledger.ts')>()(
      'server/inventory/ledger.ts',
      'postEntries',
      (right) => (tx, userId, entries) =>
        right(
          tx,
          userId,
          entries.map((entry) => ({ ...entry, reserved: 0 })),
        ),
    ),
    detector: {
      file: shelf,
      test: 'reversing a packing attempt returns the units to the current position and state of their volume',
    },
  },
  {
    breaks: 'INV-02',
    what: 'the shelf may promise more than is there',
    patch: { sql: 'alter table stock drop constraint stock_reserved_on_hand' },
    detector: {
      file: shelf,
      test: 'ledger entries that make a bucket negative or reserve more than is on hand are refused',
    },
  },
  {
    breaks: 'INV-02',
    what: 'a count that takes away what sales were promised, and tells none of them',
    patch: {
      file: 'server/inventory/volume/correct-line.ts',
      name: 'correctLine',
      find: 'else await withdrawReservations(tx, actor, stockId, sales.get(stockId) ?? [], sku);',
      replace: '',
    },
    detector: { file: 'server/orders/sale/withdraw.test.ts', test: 'a count below' },
  },
  {
    breaks: 'INV-02',
    what: 'any movement may leave less than is promised, not a count alone',
    patch: {
      fn: 'post_entries',
      find: "filter (where kind in ('adjustment', 'vendor_return'))",
      replace: 'filter (where true)',
    },
    detector: {
      file: shelf,
      test: 'ledger entries that make a bucket negative or reserve more than is on hand are refused',
    },
  },
  {
    breaks: 'INV-03',
    what: 'what is promised is not taken off what is sold',
    patch: {
      fn: 'reserve_stock',
      find: 's.on_hand - s.reserved - s.soft - s.hold - s.buffer as free',
      replace: 's.on_hand - s.soft - s.hold - s.buffer as free',
    },
    detector: {
      file: shelf,
      test: 'the last unit is reserved for exactly one of 60 simultaneous sales of three sellers, including kits',
    },
  },
  {
    breaks: 'INV-04',
    what: 'a promise that ends without giving back what it held',
    patch: wrap<typeof import('#server/inventory/ledger.ts')>()(
      'server/inventory/ledger.ts',
      'postEntries',
      (right) => (tx, userId, entries) =>
        right(
          tx,
          userId,
          entries.filter(({ kind }) => kind !== 'release'),
        ),
    ),
    detector: {
      file: shelf,
      test: 'a repeated reservation reserves once, and a firm one never becomes soft',
    },
  },
  {
    breaks: 'INV-05',
    what: 'a kit that is there when one of its parts is',
    patch: {
      fn: 'reserve_stock',
      find: 'fits := fits and sale.units[i]',
      replace: 'fits := i > 1 and fits or sale.units[i]',
    },
    detector: { file: orders, test: 'of a kit takes all of its parts or none' },
  },
  {
    breaks: 'INV-07',
    what: 'a rule that does not ask the table of states',
    patch: {
      file: 'contract/orders/obstacles.ts',
      name: 'benchChecks',
      find: "send: { ...decision, changed: 'guard' }",
      replace: "send: { ...decision, changed: 'guard', status: 'no' }",
    },
    detector: { file: checkout, test: 'status × verb' },
  },
  {
    breaks: 'INV-07',
    what: 'an edge too many in the table of states',
    patch: wrap<typeof import('#contract/orders/order-states.ts')>()(
      'contract/orders/order-states.ts',
      'orderActs',
      (right) => ({ ...right, complete: { ...right.complete, from: ['sent', 'collected'] } }),
    ),
    detector: { file: 'rules/states.test.ts', test: 'each operation starts from' },
  },
  {
    breaks: 'INV-07',
    what: 'an invoice that may be rejected after it is complete',
    patch: {
      file: 'server/dropshipping/dropinvoice/dropinvoice.ts',
      name: 'lockFor',
      find: "if (!canDropinvoice(verb, { state, closedAt: row.closed_at })) fail('state_conflict');",
      replace: '',
    },
    detector: {
      file: 'server/dropshipping/dropinvoice/dropinvoice-payment.test.ts',
      test: 'state × verb > complete',
    },
  },
  {
    breaks: 'INV-08',
    what: 'a change of status without its line in the history',
    patch: {
      file: 'server/orders/sale/facts.ts',
      name: 'writeDrafts',
      find: 'const events = drafts.flatMap((draft) => draft.events);',
      replace: 'const events: SaleDraft["events"] = [];',
    },
    detector: { file: 'server/orders/sale/race.test.ts', test: "[ 'cancel', 'cancel'" },
  },
  {
    breaks: 'INV-09',
    what: 'packing that does not look whether all was beeped',
    patch: {
      file: 'contract/orders/obstacles.ts',
      name: 'benchChecks',
      find: "confirmPacking: { ...packing, taken: 'guard', unscanned: 'guard', expired: 'guard' }",
      replace: "confirmPacking: { ...packing, taken: 'guard', unscanned: 'no', expired: 'guard' }",
    },
    detector: { file: checkout, test: 'takes stock once on the way' },
  },
  {
    breaks: 'INV-09',
    what: 'a scan that counts again when it arrives again',
    patch: wrap<typeof import('#server/orders/checkout/packing.ts')>()(
      'server/orders/checkout/packing.ts',
      'scanUnit',
      (right) => (tx, actor, id, code) => right(tx, actor, id, code, crypto.randomUUID()),
    ),
    detector: { file: checkout, test: 'counts a repeated scan once' },
  },
  {
    breaks: 'INV-10',
    what: 'a sale that is packed although it has changed',
    patch: {
      file: 'contract/orders/obstacles.ts',
      name: 'benchChecks',
      find: 'confirmPacking: { ...packing,',
      replace: "confirmPacking: { ...packing, canceled: 'no', status: 'no',",
    },
    detector: { file: 'server/orders/sale/race.test.ts', test: "[ 'confirm', 'cancel' ]" },
  },
  {
    breaks: 'INV-11',
    what: 'a cancel that comes again gives back again',
    patch: wrap<typeof import('#server/orders/sale/cancel.ts')>()(
      'server/orders/sale/cancel.ts',
      'cancelSale',
      (right) => (tx, order, cancel) => right(tx, { ...order, canceled_at: null }, cancel),
    ),
    detector: { file: orders, test: 'restore stock exactly once' },
  },
  {
    breaks: 'INV-13',
    what: 'products that arrive without having left',
    patch: {
      file: 'server/inventory/volume/volume-move.ts',
      name: 'takeOut',
      find: 'sql<number>`quantity - $',
      replace: 'sql<number>`quantity - 0 * $',
    },
    detector: {
      file: volume,
      test: 'products move to another or a new volume, and an emptied volume asks for a confirmation',
    },
  },
  {
    breaks: 'INV-14',
    what: 'a launch that posts twice what is in the volume',
    patch: wrap<typeof import('#server/inventory/ledger.ts')>()(
      'server/inventory/ledger.ts',
      'postEntries',
      (right) => (tx, userId, entries) =>
        right(
          tx,
          userId,
          entries.map((entry) =>
            entry.kind === 'receipt' ? { ...entry, onHand: 2 * (entry.onHand ?? 0) } : entry,
          ),
        ),
    ),
    detector: {
      file: volume,
      test: 'a volume is registered, labeled and launched, and its contents are stock only then',
    },
  },
  {
    breaks: 'INV-16',
    what: 'a change of a volume that is not in its history',
    patch: wrap<typeof import('#server/inventory/volume/volume-history.ts')>()(
      'server/inventory/volume/volume-history.ts',
      'writeEvents',
      () => async () => undefined,
    ),
    detector: {
      file: volume,
      test: 'a volume is registered, labeled and launched, and its contents are stock only then',
    },
  },
  {
    breaks: 'INV-16',
    what: 'a history that the application may change',
    patch: { sql: 'grant update on volume_events to easy_app' },
    detector: { file: 'rules/tenancy.test.ts', test: 'append-only tables are only added to' },
  },
  {
    breaks: 'INV-17',
    what: 'a count that moves the shelf by another difference than it found',
    patch: {
      file: 'server/inventory/volume/correct-line.ts',
      name: 'correctLine',
      find: 'onHand: delta,',
      replace: 'onHand: 2 * delta,',
    },
    detector: {
      file: 'server/inventory/volume/zero-check.test.ts',
      test: 'answering that the volume is not empty makes it suspect, and blocks it until it is counted',
    },
  },
  {
    breaks: 'INV-19',
    what: 'moves of categories that do not wait for each other',
    patch: wrapInner('server/products/category.ts', 'lockTree', () => async () => undefined),
    detector: { file: 'server/products/category.test.ts', test: 'INV-19' },
  },
  {
    breaks: 'INV-12',
    what: 'a list that is finished with something left to fetch',
    patch: {
      file: 'server/orders/picking/end-list.ts',
      name: 'finishList',
      find: "if (await hasStops(tx, id)) fail('unbeeped_items');",
      replace: '',
    },
    detector: { file: picking, test: 'is picked into a tote' },
  },
  {
    breaks: 'INV-09',
    what: 'a scan at a list that counts as often as it is sent',
    patch: {
      file: 'server/orders/picking/scan.ts',
      name: 'scanAtList',
      find: 'if (known) return { ...nothing, placed: known };',
      replace: '',
    },
    detector: { file: picking, test: 'that arrives twice counts once' },
  },
  {
    breaks: 'INV-02',
    what: 'a volume that fell short when picked, and goes on being sold from',
    patch: {
      file: 'server/inventory/balance/suspect-volume.ts',
      name: 'suspectVolume',
      find: 'await postEntries(tx, actor.userId, holds(volume, version, 1, reason));',
      replace: '',
    },
    detector: { file: picking, test: 'is fetched from another volume' },
  },
  {
    breaks: 'INV-17',
    what: 'a count that says what is there although the volume moved while it was made',
    patch: {
      file: 'server/inventory/balance/count-balance.ts',
      name: 'countBalance',
      find: 'if (volume.version !== (seen ?? balance.volume_version)) {',
      replace: 'if (volume.version < (seen ?? balance.volume_version)) {',
    },
    detector: {
      file: 'server/inventory/balance/balance.test.ts',
      test: 'a count is outdated when its volume changes meanwhile',
    },
  },
];
