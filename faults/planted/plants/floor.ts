import type { SourcePlant } from '../plant.ts';

const putBack = 'server/orders/checkout/put-back.test.ts';
const serials = 'server/orders/sale/sale-serials.test.ts';
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
    what: 'two people record the serial number of the last unit without one',
    patch: {
      file: 'server/inventory/serial/serial.ts',
      name: 'recordSerial',
      find: "if (variation.missing <= 0) fail('serials_complete');",
      replace: '',
    },
    detector: { file: serials, test: 'two people record the last unit once' },
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
];
