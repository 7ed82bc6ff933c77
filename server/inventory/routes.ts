import { api } from '#contract/index.ts';
import type { Messages } from '#contract/messages/index.ts';
import { storeImages } from '#server/business/files/store-images.ts';
import { columnsBy, exportList } from '#server/http/export.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { countExpiring, listBatches } from './batch/batch.queries.ts';
import { createBatch, readBatch, removeBatch, updateBatch } from './batch/batch.ts';
import { createCart, listCarts, removeCart, updateCart } from './cart/cart.ts';
import { findPassports } from './passport/passport.ts';
import { readPlaceLabels } from './place-label/place-label.ts';
import { placesPdf } from './place-label/place-pdf.ts';
import { placeZpl } from './place-label/place-zpl.ts';
import { startPrintingPlaces } from './place-label/print-places.ts';
import { createPickFace, listPickFaces, removePickFace, updatePickFace } from './refill/pick-face.ts';
import { listRefills } from './refill/refill.queries.ts';
import { leaveRefill, moveRefill, takeRefill } from './refill/refill.ts';
import { figuresOfProduct, listSerials, readSerial } from './serial/serial.queries.ts';
import { markSerial, recordSerial } from './serial/serial.ts';
import { listStock } from './stock.queries.ts';
import { explainStock, readLedger } from './stock.ts';
import { handOverReturn } from './vendor-return/hand-over.ts';
import {
  countVendorReturns,
  listVendorReturns,
  readVendorReturn,
} from './vendor-return/vendor-return.queries.ts';
import {
  addVolume,
  cancelReturn,
  changeLine,
  createVendorReturn,
  creditReturn,
  packReturn,
  removeVolume,
  reopenReturn,
  updateVendorReturn,
} from './vendor-return/vendor-return.ts';
import { findSender, vendorReturnPdf } from './vendor-return/vendor-return-pdf.ts';
import { transferPdf } from './volume/transfer-pdf.ts';
import { countsBlind, listEvents, listVolumes } from './volume/volume.queries.ts';
import {
  createVolume,
  readVolume,
  replicateVolume,
  tagVolume,
  updateVolume,
  voidVolume,
} from './volume/volume.ts';
import { adjustVolume } from './volume/volume-adjust.ts';
import { updateVolumes } from './volume/volume-bulk.ts';
import { archiveVolume, writeOffVolume } from './volume/volume-end.ts';
import {
  blockVolume,
  launchVolume,
  launchVolumes,
  unblockVolume,
  unlaunchVolume,
} from './volume/volume-launch.ts';
import { moveProducts, moveVolume } from './volume/volume-move.ts';
import { volumesPdf } from './volume/volume-pdf.ts';
import { listLabels, listWantedLabels, readLabel, volumeZpl } from './volume/volume-tag.ts';
import { arriveVolume, transferVolume } from './volume/volume-transfer.ts';
import { answerZeroCheck } from './volume/zero-check.ts';
import { listLocations } from './warehouse/inventory-location.queries.ts';
import {
  createLocations,
  duplicateLocation,
  readLocation,
  removeLocation,
  updateLocation,
  updateLocations,
} from './warehouse/inventory-location.ts';
import { arrangeWalk, readWalk } from './warehouse/walk.ts';
import { listWarehouses } from './warehouse/warehouse.queries.ts';
import { createWarehouse, readWarehouse, removeWarehouse, updateWarehouse } from './warehouse/warehouse.ts';
import { findZipCode } from './warehouse/zip-code.ts';

export const zipCodeRoutes: Handlers<typeof api.zipCodes> = {
  detail: remote(({ outside, params }) => findZipCode(outside.zipCodes, params.zip)),
};

export const warehouseRoutes: Handlers<typeof api.warehouses> = {
  list: ({ tx, actor, query }) => listWarehouses(tx, actor, query),
  detail: ({ tx, actor, params }) => readWarehouse(tx, actor, params.id),
  create: ({ tx, actor, body }) => createWarehouse(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updateWarehouse(tx, actor, params.id, body, version),
  remove: ({ tx, actor, params }) => removeWarehouse(tx, actor, params.id),
  walk: ({ tx, actor, params, query }) => readWalk(tx, actor, params.id, query.parent ?? null),
  arrange: ({ tx, actor, params, body, version }) => arrangeWalk(tx, actor, params.id, body, version),
};

export const inventoryLocationRoutes: Handlers<typeof api.inventoryLocations> = {
  list: ({ tx, actor, query }) => listLocations(tx, actor, query),
  detail: ({ tx, actor, params }) => readLocation(tx, actor, params.id),
  children: async ({ tx, actor, params, query }) => {
    await readLocation(tx, actor, params.id);
    return listLocations(tx, actor, query, params.id);
  },
  create: async ({ tx, actor, body }) => ({ items: await createLocations(tx, actor, body) }),
  duplicate: ({ tx, actor, params, body }) => duplicateLocation(tx, actor, params.id, body),
  update: ({ tx, actor, params, body, version }) => updateLocation(tx, actor, params.id, body, version),
  bulkUpdate: ({ tx, actor, body }) => updateLocations(tx, actor, body),
  remove: ({ tx, actor, params }) => removeLocation(tx, actor, params.id),
};

export const pickFaceRoutes: Handlers<typeof api.pickFaces> = {
  list: ({ tx, actor, query }) => listPickFaces(tx, actor, query),
  create: ({ tx, actor, body }) => createPickFace(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updatePickFace(tx, actor, params.id, body, version),
  remove: ({ tx, actor, params }) => removePickFace(tx, actor, params.id),
};

export const refillRoutes: Handlers<typeof api.refills> = {
  list: ({ tx, actor, query }) => listRefills(tx, actor, query.warehouse ?? null),
  take: ({ tx, actor, params, body }) => takeRefill(tx, actor, params.id, body.code),
  leave: ({ tx, actor, params }) => leaveRefill(tx, actor, params.id),
  move: ({ tx, actor, params, body }) => moveRefill(tx, actor, params.id, body),
};

export const batchRoutes: Handlers<typeof api.batches> = {
  list: ({ tx, actor, query }) => listBatches(tx, actor, query),
  expiring: ({ tx, actor }) => countExpiring(tx, actor),
  detail: ({ tx, actor, params }) => readBatch(tx, actor, params.id),
  create: ({ tx, actor, body }) => createBatch(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updateBatch(tx, actor, params.id, body, version),
  remove: ({ tx, actor, params }) => removeBatch(tx, actor, params.id),
};

export const volumeRoutes: Handlers<typeof api.volumes> = {
  list: ({ tx, actor, query }) => listVolumes(tx, actor, query),
  export: exportList(api.volumes.export, {
    name: (words) => words.inventory.volumes.title,
    list: listVolumes,
    columns: {
      code: { label: (words) => words.inventory.volumes.code, value: (row) => row.code },
      name: { label: (words) => words.inventory.volumes.name, value: (row) => row.name },
      state: {
        label: (words) => words.inventory.volumes.state,
        value: (row, words) => words.inventory.volumeState[row.state],
      },
      warehouse: {
        label: (words) => words.inventory.volumes.warehouse,
        value: (row) => row.warehouse.name,
      },
      position: {
        label: (words) => words.inventory.volumes.position,
        value: (row) => row.position?.code,
      },
      products: {
        label: (words) => words.inventory.volumes.products,
        value: (row) => row.products.join(', '),
      },
      units: {
        label: (words) => words.inventory.volumes.units,
        value: (row) => row.units,
        kind: 'number',
      },
      launched: {
        label: (words) => words.inventory.volumes.launched,
        value: (row) => row.launchedAt,
        kind: 'instant',
      },
      checked: {
        label: (words) => words.inventory.volumes.lastCheck,
        value: (row) => row.lastCheckAt,
        kind: 'instant',
      },
      created: {
        label: (words) => words.inventory.volumes.created,
        value: (row) => row.createdAt,
        kind: 'instant',
      },
    },
  }),
  detail: ({ tx, actor, params }) => readVolume(tx, actor, params.id),
  events: async ({ tx, actor, params, query }) => {
    const volume = await readVolume(tx, actor, params.id);
    return listEvents(tx, params.id, query, countsBlind(actor, volume));
  },
  create: ({ tx, actor, body }) => createVolume(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updateVolume(tx, actor, params.id, body, version),
  bulkUpdate: ({ tx, actor, body }) => updateVolumes(tx, actor, body),
  remove: ({ tx, actor, params }) => voidVolume(tx, actor, params.id),
  tag: ({ tx, actor, params, body }) => tagVolume(tx, actor, params.id, body.code),
  launch: ({ tx, actor, params, body }) => launchVolume(tx, actor, params.id, body.positionId),
  launchMany: ({ tx, actor, body }) => launchVolumes(tx, actor, body.ids, body.positionId),
  unlaunch: ({ tx, actor, params, body }) => unlaunchVolume(tx, actor, params.id, body.reason),
  move: ({ tx, actor, params, body }) => moveVolume(tx, actor, params.id, body.positionId),
  moveProducts: ({ tx, actor, params, body }) => moveProducts(tx, actor, params.id, body),
  adjust: ({ tx, actor, params, body }) => adjustVolume(tx, actor, params.id, body),
  zeroCheck: ({ tx, actor, params, body }) => answerZeroCheck(tx, actor, params.id, body.empty),
  block: {
    plain: ({ tx, actor, params, body }) => blockVolume(tx, actor, params.id, body),
    withFiles: (call) =>
      storeImages(call, call.outside.storage, call.actor, call.files, (tx, photos) =>
        blockVolume(tx, call.actor, call.params.id, call.body, photos),
      ),
  },
  unblock: ({ tx, actor, params }) => unblockVolume(tx, actor, params.id),
  writeOff: ({ tx, actor, params, body }) => writeOffVolume(tx, actor, params.id, body),
  archive: ({ tx, actor, params }) => archiveVolume(tx, actor, params.id),
  transfer: ({ tx, actor, params, body }) => transferVolume(tx, actor, params.id, body),
  arrive: ({ tx, actor, params, body }) => arriveVolume(tx, actor, params.id, body),
  transferPdf: async ({ tx, actor, params, locale }) => {
    const volume = await readVolume(tx, actor, params.id);
    return {
      bytes: await transferPdf(volume, locale),
      contentType: 'application/pdf',
      name: `${volume.code}.pdf`,
    };
  },
  replicate: ({ tx, actor, params, body }) => replicateVolume(tx, actor, params.id, body.copies),
};

export const volumeTagRoutes: Handlers<typeof api.volumesTags> = {
  list: ({ tx, actor, query }) => listLabels(tx, actor, query),
  detail: ({ tx, actor, params }) => readLabel(tx, actor, params.id),
  batch: async ({ tx, actor, query }) => ({
    bytes: Buffer.from((await listWantedLabels(tx, actor, query)).map(volumeZpl).join('')),
    contentType: 'application/zpl; charset=utf-8',
    name: `${query.request ?? 'volumes'}.zpl`,
  }),
  batchPdf: async ({ tx, actor, query }) => ({
    bytes: await volumesPdf(await listWantedLabels(tx, actor, query), query.size),
    contentType: 'application/pdf',
    name: `${query.request ?? 'volumes'}.pdf`,
  }),
  pdf: async ({ tx, actor, params, query }) => {
    const label = await readLabel(tx, actor, params.id);
    return {
      bytes: await volumesPdf([label], query.size),
      contentType: 'application/pdf',
      name: `${label.code}.pdf`,
    };
  },
  zpl: async ({ tx, actor, params }) => {
    const label = await readLabel(tx, actor, params.id);
    return {
      bytes: Buffer.from(volumeZpl(label)),
      contentType: 'application/zpl; charset=utf-8',
      name: `${label.code}.zpl`,
    };
  },
};

export const vendorReturnRoutes: Handlers<typeof api.vendorReturns> = {
  list: ({ tx, actor, query }) => listVendorReturns(tx, actor, query),
  counts: ({ tx, actor, query }) => countVendorReturns(tx, actor, query.query),
  export: exportList(api.vendorReturns.export, {
    name: (words) => words.inventory.vendorReturns.title,
    list: listVendorReturns,
    columns: {
      number: {
        label: (words) => words.inventory.vendorReturns.number,
        value: (row) => row.number,
        kind: 'number',
      },
      state: {
        label: (words) => words.inventory.vendorReturns.state,
        value: (row, words) => words.inventory.vendorReturns.states[row.state],
      },
      vendor: { label: (words) => words.inventory.vendorReturns.vendor, value: (row) => row.vendor.name },
      document: {
        label: (words) => words.inventory.vendorReturns.vendorDocument,
        value: (row) => row.vendor.document,
      },
      warehouse: {
        label: (words) => words.inventory.vendorReturns.warehouse,
        value: (row) => row.warehouse.name,
      },
      volumes: {
        label: (words) => words.inventory.vendorReturns.volumes,
        value: (row) => row.volumes,
        kind: 'number',
      },
      units: {
        label: (words) => words.inventory.vendorReturns.units,
        value: (row) => row.units,
        kind: 'number',
      },
      invoice: {
        label: (words) => words.inventory.vendorReturns.invoiceKey,
        value: (row) => row.invoiceKey,
      },
      created: {
        label: (words) => words.inventory.vendorReturns.created,
        value: (row) => row.createdAt,
        kind: 'instant',
      },
      handedOver: {
        label: (words) => words.inventory.vendorReturns.handedOver,
        value: (row) => row.handedOverAt,
        kind: 'instant',
      },
      credited: {
        label: (words) => words.inventory.vendorReturns.creditedOn,
        value: (row) => row.creditedOn,
        kind: 'day',
      },
      credit: {
        label: (words) => words.inventory.vendorReturns.credit,
        value: (row) => row.creditCentavos,
        kind: 'money',
      },
    },
  }),
  detail: ({ tx, actor, params }) => readVendorReturn(tx, actor, params.id),
  create: ({ tx, actor, body }) => createVendorReturn(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updateVendorReturn(tx, actor, params.id, body, version),
  addVolume: ({ tx, actor, params, body }) => addVolume(tx, actor, params.id, body.code),
  removeVolume: ({ tx, actor, params, body }) => removeVolume(tx, actor, params.id, body.volumeId),
  changeLine: ({ tx, actor, params, body }) => changeLine(tx, actor, params.id, body),
  pack: ({ tx, actor, params }) => packReturn(tx, actor, params.id),
  reopen: ({ tx, actor, params }) => reopenReturn(tx, actor, params.id),
  handOver: ({ tx, actor, params }) => handOverReturn(tx, actor, params.id),
  cancel: ({ tx, actor, params, body }) => cancelReturn(tx, actor, params.id, body.reason),
  credit: ({ tx, actor, params, body }) => creditReturn(tx, actor, params.id, body),
  pdf: async ({ tx, actor, params, locale }) => {
    const shown = await readVendorReturn(tx, actor, params.id);
    const sender = await findSender(tx, shown.warehouse.id);
    return {
      bytes: await vendorReturnPdf(shown, sender, locale),
      contentType: 'application/pdf',
      name: `${shown.number}.pdf`,
    };
  },
};

export const serialRoutes: Handlers<typeof api.serials> = {
  list: ({ tx, actor, query }) => listSerials(tx, actor, query),
  export: exportList(api.serials.export, {
    name: (words) => words.inventory.serials.title,
    list: listSerials,
    columns: {
      code: { label: (words) => words.inventory.serials.one, value: (row) => row.code },
      product: { label: (words) => words.inventory.serials.product, value: (row) => row.product.name },
      variation: { label: (words) => words.inventory.serials.variation, value: (row) => row.variation.name },
      sku: { label: () => 'SKU', value: (row) => row.sku },
      state: {
        label: (words) => words.inventory.serials.state,
        value: (row, words) => words.inventory.serials.states[row.state],
      },
      sale: { label: (words) => words.inventory.serials.sale, value: (row) => row.sale, kind: 'number' },
      changed: {
        label: (words) => words.inventory.serials.changed,
        value: (row) => row.changedAt,
        kind: 'instant',
      },
    },
  }),
  detail: ({ tx, params }) => readSerial(tx, params.id),
  ofProduct: ({ tx, actor, params }) => figuresOfProduct(tx, actor, params.id),
  record: ({ tx, actor, body }) => recordSerial(tx, actor, body),
  mark: ({ tx, actor, params, body }) => markSerial(tx, actor, params.id, body),
};

export const cartRoutes: Handlers<typeof api.carts> = {
  list: ({ tx, actor }) => listCarts(tx, actor),
  create: ({ tx, actor, body }) => createCart(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updateCart(tx, actor, params.id, body, version),
  remove: ({ tx, actor, params }) => removeCart(tx, actor, params.id),
};

export const placeLabelRoutes: Handlers<typeof api.placesLabels> = {
  pdf: async ({ tx, actor, query }) => {
    const labels = await readPlaceLabels(tx, actor, query);
    return {
      bytes: await placesPdf(labels, query.paper, query.first),
      contentType: 'application/pdf',
      name: `${labels[0]?.code ?? ''}.pdf`,
    };
  },
  zpl: async ({ tx, actor, query }) => {
    const labels = await readPlaceLabels(tx, actor, query);
    return {
      bytes: Buffer.from(labels.map((label) => placeZpl(label, query.paper)).join('')),
      contentType: 'application/zpl; charset=utf-8',
      name: `${labels[0]?.code ?? ''}.zpl`,
    };
  },
  printMany: ({ tx, actor, body }) => startPrintingPlaces(tx, actor, body),
};

export const passportRoutes: Handlers<typeof api.passports> = {
  find: ({ tx, actor, query }) => findPassports(tx, actor, query.code),
};

export const stockRoutes: Handlers<typeof api.stock> = {
  list: ({ tx, actor, query }) => listStock(tx, actor, query),
  export: exportList(api.stock.export, {
    name: (words) => words.inventory.stock.title,
    list: listStock,
    columns: {
      product: { label: (words) => words.inventory.stock.product, value: (row) => row.product.name },
      sku: { label: (words) => words.inventory.volumes.sku, value: (row) => row.sku },
      warehouse: {
        label: (words) => words.inventory.stock.warehouse,
        value: (row) => row.warehouse.name,
      },
      ...columnsBy(['onHand', 'reserved', 'soft', 'hold', 'packed', 'sellable'] as const, (key) => ({
        label: (words: Messages) => words.inventory.stock[key],
        value: (row: { [Key in typeof key]: number | null }) => row[key],
        kind: 'number' as const,
      })),
    },
  }),
  detail: ({ tx, actor, params }) => explainStock(tx, actor, params.id),
  entries: ({ tx, actor, params, query }) => readLedger(tx, actor, params.id, query),
};
