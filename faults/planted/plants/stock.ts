import type { SourcePlant } from '../plant.ts';

const shelf = 'server/inventory/shelf.test.ts';
const volume = 'server/inventory/volume.test.ts';
const checkout = 'server/orders/checkout.test.ts';
const orders = 'server/orders/apply-order.test.ts';

export const stockPlants: readonly SourcePlant[] = [
  {
    breaks: 'INV-01',
    what: 'a movement that leaves the reserved bucket as it was',
    patch: {
      file: 'server/inventory/ledger.ts',
      find: 'reserved = s.reserved + m.reserved,',
      replace: 'reserved = s.reserved,',
    },
    detector: { file: shelf, test: 'takes a packing back' },
  },
  {
    breaks: 'INV-02',
    what: 'the shelf may promise more than is there',
    patch: { sql: 'alter table stock drop constraint stock_reserved_on_hand' },
    detector: { file: shelf, test: 'refuses what would make a bucket negative' },
  },
  {
    breaks: 'INV-03',
    what: 'what is promised is not taken off what is sold',
    patch: {
      fn: 'promise_shelf',
      find: 'n.units > s.on_hand - s.reserved - s.soft',
      replace: 'n.units > s.on_hand - s.soft',
    },
    detector: { file: shelf, test: 'gives the last unit' },
  },
  {
    breaks: 'INV-04',
    what: 'a promise that ends without giving back what it held',
    patch: {
      file: 'server/inventory/reservations.ts',
      find: "ended.map((row) => entryOf('release', row, -1)),",
      replace: '[],',
    },
    detector: { file: shelf, test: 'reserves once however often it is asked' },
  },
  {
    breaks: 'INV-05',
    what: 'a kit that is there when one of its parts is',
    patch: {
      fn: 'share_shelf',
      find: 'fits := fits and want.units[i]',
      replace: 'fits := i > 1 and fits or want.units[i]',
    },
    detector: { file: orders, test: 'of a kit takes all of its parts or none' },
  },
  {
    breaks: 'INV-07',
    what: 'a rule that does not ask the table of states',
    patch: {
      file: 'server/orders/hand-over.ts',
      find: "if (!canDo(verb, order.status as OrderStatus)) fail('state_conflict');",
      replace: '',
    },
    detector: { file: checkout, test: 'status × verb' },
  },
  {
    breaks: 'INV-07',
    what: 'an edge too many in the table of states',
    patch: {
      file: 'contract/orders/order-states.ts',
      find: "complete: { from: ['sent'],",
      replace: "complete: { from: ['sent', 'collected'],",
    },
    detector: { file: 'rules/states.test.ts', test: 'a sale' },
  },
  {
    breaks: 'INV-07',
    what: 'an invoice that may be rejected after it is complete',
    patch: {
      file: 'server/dropshipping/dropinvoice.ts',
      find: "if (!canDropinvoice(verb, { state, closedAt: row.closed_at })) fail('state_conflict');",
      replace: '',
    },
    detector: { file: 'server/dropshipping/dropinvoice-payment.test.ts', test: 'state × verb > complete' },
  },
  {
    breaks: 'INV-08',
    what: 'a change of status without its line in the history',
    patch: {
      file: 'server/orders/facts.ts',
      find: '  await recordEvent(tx, written, cause, order.status as OrderStatus);\n',
      replace: '',
    },
    detector: { file: 'server/orders/race.test.ts', test: "[ 'cancel', 'cancel'" },
  },
  {
    breaks: 'INV-09',
    what: 'packing that does not look whether all was beeped',
    patch: {
      file: 'server/orders/packing.ts',
      find: "if (parts.some((part) => part.beeped < part.quantity)) fail('unbeeped_items');",
      replace: '',
    },
    detector: { file: checkout, test: 'from the queue to the road' },
  },
  {
    breaks: 'INV-09',
    what: 'a scan that counts again when it arrives again',
    patch: {
      file: 'server/orders/packing.ts',
      find: "if (known) return known.order_id === id ? undefined : fail('code_stale');",
      replace: 'if (known) clientId += crypto.randomUUID();',
    },
    detector: { file: checkout, test: 'a scan that arrives twice' },
  },
  {
    breaks: 'INV-10',
    what: 'a sale that is packed whatever has become of it',
    patch: {
      file: 'server/orders/packing.ts',
      find: '  if (order.status === wanted) return;\n',
      replace: '  if (order.status === wanted || order.picking_by) return;\n',
    },
    detector: { file: 'server/orders/race.test.ts', test: "[ 'confirm', 'cancel' ]" },
  },
  {
    breaks: 'INV-11',
    what: 'a cancel that comes again gives back again',
    patch: {
      file: 'server/orders/cancel.ts',
      find: 'if (order.canceled_at || (order.return_expected',
      replace: 'if ((order.return_expected',
    },
    detector: { file: orders, test: 'restore the shelf exactly once' },
  },
  {
    breaks: 'INV-13',
    what: 'products that arrive without having left',
    patch: {
      file: 'server/inventory/volume-move.ts',
      find: 'sql<number>`quantity - $',
      replace: 'sql<number>`quantity - 0 * $',
    },
    detector: { file: volume, test: 'moves products to another volume' },
  },
  {
    breaks: 'INV-14',
    what: 'a launch that posts twice what is in the volume',
    patch: {
      file: 'server/inventory/volume-launch.ts',
      find: '      onHand: line.quantity,\n',
      replace: '      onHand: 2 * line.quantity,\n',
    },
    detector: { file: volume, test: 'goes from registered by label to launched' },
  },
  {
    breaks: 'INV-16',
    what: 'a change of a volume that is not in its history',
    patch: {
      file: 'server/inventory/volume-history.ts',
      find: '  await writeEvents(tx, userId, [volumeId], kind, detail);\n',
      replace: '',
    },
    detector: { file: volume, test: 'goes from registered by label to launched' },
  },
  {
    breaks: 'INV-16',
    what: 'a history that the application may change',
    patch: { sql: 'grant update on volume_events to easy_app' },
    detector: { file: 'rules/tenancy.test.ts', test: 'what was written down is only added to' },
  },
  {
    breaks: 'INV-19',
    what: 'moves of categories that do not wait for each other',
    patch: {
      file: 'server/products/category.ts',
      find: `  await lockTree(tx, actor);
  const before = await readCategory`,
      replace: '  const before = await readCategory',
    },
    detector: { file: 'server/products/category.test.ts', test: 'INV-19' },
  },
];
