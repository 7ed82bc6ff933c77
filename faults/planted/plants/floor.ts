import { wrap } from '../patch.ts';
import type { SourcePlant } from '../plant.ts';

const putBack = 'server/orders/checkout/put-back.test.ts';
const serials = 'server/orders/sale/sale-serials.test.ts';
const vendorReturns = 'server/inventory/vendor-return/vendor-return.test.ts';
const carts = 'server/orders/picking/cart/cart.test.ts';
const waves = 'server/orders/waves/waves.test.ts';
const returned = 'server/orders/checkout/checkout-return.test.ts';

/** Packing, leaving a picking list, and putting back. */
export const floorPlants: readonly SourcePlant[] = [
  {
    breaks: 'INV-09',
    what: 'a parcel that is packed without a label',
    patch: {
      file: 'server/orders/checkout/packing.ts',
      name: 'confirmPacking',
      find: "if (!order.label_printed_at && !order.parcel_label_at && !leftUnpacked(order)) fail('label_required');",
      replace: '',
    },
    detector: {
      file: 'server/orders/documents/parcel-label.test.ts',
      test: 'refuses to confirm a parcel without a label',
    },
  },
  {
    breaks: 'INV-09',
    what: 'units of a lot that has expired meanwhile are packed',
    patch: {
      file: 'server/inventory/picking.ts',
      name: 'findExpiredPick',
      find: 'return rows[0] ?? null;',
      replace: 'return null;',
    },
    detector: {
      file: 'server/orders/picking/expired-lot.test.ts',
      test: 'a sale scanned completely before midnight is not packed',
    },
  },
  {
    breaks: 'INV-09',
    what: 'a GTIN on two products counts as the one that the sale wants',
    patch: {
      file: 'server/orders/product-code.ts',
      name: 'goodsOfCode',
      find: "if (skus.length > 1) fail('code_ambiguous', { facts: { code, skus: skus.slice(0, 20) } });",
      replace: '',
    },
    detector: {
      file: 'server/orders/ambiguous-code.test.ts',
      test: 'the bench asks which of two products with one GTIN was scanned',
    },
  },
  {
    breaks: 'INV-12',
    what: 'a short that lets the most urgent sales keep the units, however many leave for it',
    patch: {
      file: 'server/orders/picking/choose-leaving.ts',
      name: 'chooseLeaving',
      find: 'const isKept = units <= left && countServed(sales.slice(index + 1), left - units) >= places - 1;',
      replace: 'const isKept = units <= left;',
    },
    detector: {
      file: 'server/orders/picking/choose-leaving.test.ts',
      test: 'removes the minimal number of sales',
    },
  },
  {
    breaks: 'INV-11',
    what: 'goods of a canceled sale that go into a volume of other goods',
    patch: {
      file: 'server/orders/checkout/fitting-volume.ts',
      name: 'fitOf',
      find: "return contents.has(variationId) ? 'same' : 'other';",
      replace: "return 'same';",
    },
    detector: { file: returned, test: 'returns to stock once, by the scan of a volume' },
  },
  {
    breaks: 'INV-11',
    what: 'goods that go into another volume than the proposed one without a confirmation',
    patch: {
      file: 'server/orders/checkout/put-back.ts',
      name: 'partsFor',
      find: "if (!isKnown && !confirmed) fail('volume_unconfirmed', { facts: { volume: volume.code } });",
      replace: '',
    },
    detector: { file: returned, test: 'returns to stock once, by the scan of a volume' },
  },
  {
    breaks: 'INV-11',
    what: 'a product that lies there already comes back with the next one again',
    patch: {
      file: 'server/orders/checkout/put-back.ts',
      name: 'openParts',
      find: 'return parts.filter((part) => !done.has(part.id));',
      replace: 'return parts;',
    },
    detector: { file: putBack, test: 'is put back product by product' },
  },
  {
    breaks: 'INV-13',
    what: 'goods that come back take the lot of the volume they join',
    patch: {
      file: 'server/orders/checkout/restock.ts',
      name: 'holdsOtherLot',
      find: 'return rows.length > 0;',
      replace: 'return false;',
    },
    detector: { file: putBack, test: 'from a canceled sale are refused by a volume of another lot' },
  },
  {
    breaks: 'INV-13',
    what: 'the lot of goods that leave is not kept: it is read from the later contents of the volume',
    patch: {
      file: 'server/inventory/picking.ts',
      name: 'takeAllocated',
      find: 'batchId: allocation.batchId,',
      replace: '',
    },
    detector: { file: putBack, test: 'from a canceled sale are refused by a volume of another lot' },
  },
  {
    breaks: 'INV-13',
    what: 'goods that were handed over to the vendor are still held back',
    patch: {
      file: 'server/inventory/vendor-return/hand-over.ts',
      name: 'takeOut',
      find: 'hold: -quantity,',
      replace: '',
    },
    detector: { file: vendorReturns, test: 'units of a return leave stock once' },
  },
  {
    breaks: 'INV-13',
    what: 'a volume on a return to the vendor is moved, released or put on a second return',
    patch: {
      file: 'server/inventory/volume/volume-lock.ts',
      name: 'lockVolumes',
      find: 'await refuseReturned(tx, rows, wanted);',
      replace: '',
    },
    detector: { file: vendorReturns, test: 'a volume on a return is not moved' },
  },
  {
    breaks: 'INV-09',
    what: 'a serial number that is with another sale is taken again',
    patch: {
      file: 'server/inventory/serial/serial.ts',
      name: 'takeSerial',
      find: 'if (own) refuseUnfit(own);',
      replace: '',
    },
    detector: { file: serials, test: 'refuses a serial number that is unknown' },
  },
  {
    breaks: 'INV-09',
    what: 'a serial number of another product is recorded once more for the one that was scanned',
    patch: {
      file: 'server/inventory/serial/serial.ts',
      name: 'recordAtBench',
      find: "if (other) fail('serial_of_other', { facts: { sku: other.sku } });",
      replace: '',
    },
    detector: { file: serials, test: 'refuses a serial number that is unknown' },
  },
  {
    breaks: 'INV-09',
    what: 'more serial numbers are recorded than there are units',
    patch: {
      file: 'server/inventory/serial/serial.ts',
      name: 'recordSerial',
      find: "if (variation.missing <= 0) fail('serials_complete');",
      replace: '',
    },
    detector: { file: serials, test: 'units without one are counted as missing' },
  },
  {
    breaks: 'INV-09',
    what: 'a parcel is packed while the serial number of a unit is missing',
    patch: {
      file: 'server/orders/checkout/packing.ts',
      name: 'confirmPacking',
      find: 'if (!leftUnpacked(order)) await refuseWithoutSerials(tx, id);',
      replace: '',
    },
    detector: { file: serials, test: 'packs only with all of them' },
  },
  {
    breaks: 'INV-11',
    what: 'a canceled sale keeps its serial numbers',
    patch: {
      file: 'server/orders/sale/cancel.ts',
      name: 'releaseStock',
      find: "await freeSerials(tx, order, { userId: null, kind: 'freed' });",
      replace: '',
    },
    detector: { file: serials, test: 'frees the serial number' },
  },
  {
    breaks: 'INV-11',
    what: 'a unit that left with another sale is taken back',
    patch: {
      file: 'server/orders/returns/inspect-units.ts',
      name: 'findUnit',
      find: "fail('serial_required');",
      replace: '{ /* any unit of the product */ }',
    },
    detector: { file: serials, test: 'a returned unit is found by the serial number' },
  },
  {
    breaks: 'INV-12',
    what: 'a cart on two lists',
    patch: { sql: 'drop index cart_uses_live' },
    detector: { file: carts, test: 'a cart is on one live list at a time' },
  },
  {
    breaks: 'INV-12',
    what: 'a cart that is free while units of other sales lie on it',
    patch: {
      file: 'server/orders/picking/cart/free-cart.ts',
      name: 'freeCart',
      find: "and o.status in ('pending', 'picking')",
      replace: 'and false',
    },
    detector: { file: carts, test: 'the cart is free after the last parcel' },
  },
  {
    breaks: 'INV-12',
    what: 'a wrong place of the cart that confirms the unit',
    patch: {
      file: 'server/orders/picking/cart/cart-places.ts',
      name: 'scanCart',
      find: 'if (cart.awaited.includes(named.place)) {',
      replace: 'if (cart.awaited.length > 0) {',
    },
    detector: { file: carts, test: 'a wrong place is refused and changes nothing' },
  },
  {
    breaks: 'INV-12',
    what: 'a zone A that contains AB01',
    patch: {
      file: 'server/orders/waves/matching.ts',
      name: 'isIn',
      find: "when right(z, 1) ~ '[[:alpha:]]' then '[[:alpha:]]'",
      replace: '',
    },
    detector: { file: waves, test: 'a zone takes sales whose parts all have a volume in it' },
  },
  {
    breaks: 'INV-12',
    what: 'a rule that is released twice',
    patch: {
      file: 'server/orders/waves/matching.ts',
      name: 'matches',
      find: 'Begin} and not ',
      replace: 'Begin} and true or not ',
      without: 'drop index picking_list_orders_live',
    },
    detector: { file: waves, test: 'two workers at the same moment release a rule once' },
  },
  {
    breaks: 'INV-12',
    what: 'a cut-off that is an hour of UTC',
    patch: wrap<typeof import('#contract/orders/wave-rule.ts')>()(
      'contract/orders/wave-rule.ts',
      'nextCutoff',
      (right) => (now: Date, hour: number) => right(now, (hour + 21) % 24),
    ),
    detector: { file: waves, test: 'a cut-off after midnight counts for the evening before' },
  },
];
