import { api } from '#contract/index.ts';
import { putFiles } from '#server/business/files/kept-file.ts';
import { labelTypes } from '#server/business/files/merge-labels.ts';
import { findFile, openFile, readPhoto } from '#server/business/files/stored-file.ts';
import { Fault, fail } from '#server/fault.ts';
import { exportList } from '#server/http/export.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { labelName } from '#server/orders/documents/label-file.ts';
import { drawParcelLabel, printParcelLabel } from '#server/orders/documents/parcel-label.ts';
import { fetchLabel } from '#server/orders/documents/print-label.ts';
import { previewLabels, startPrinting } from '#server/orders/documents/print-labels.ts';
import { readPiles } from '#server/orders/manifests/manifest.queries.ts';
import { afterExpiredLot } from '#server/orders/picking/expired-picks.ts';
import { refreshSale } from '#server/orders/sync/upstream.ts';
import { acknowledgeChange } from './changed-sale.ts';
import { countCheckout, findSelectedCheckout, listCheckout, readCheckout } from './checkout.queries.ts';
import { acceptOrder, refuseOrder } from './checkout.ts';
import { checkoutExport } from './checkout-export.ts';
import { countByHand } from './count-by-hand.ts';
import { collectByHand, collectOrder, collectOrders, handOver, sendOrder } from './hand-over.ts';
import { checkAtBench, loadAtBench, loadForFiles } from './lock-at-bench.ts';
import {
  cancelPicking,
  confirmPacking,
  isHeldBy,
  resetBeeping,
  scanSerial,
  scanUnit,
  startPicking,
} from './packing.ts';
import { addParcelPhotos, findParcelPhoto, weighParcel } from './parcel-proof.ts';
import { putBack } from './put-back.ts';

export const checkoutRoutes: Handlers<typeof api.checkout> = {
  list: ({ tx, actor, query }) => listCheckout(tx, actor, query),
  counts: ({ tx, actor }) => countCheckout(tx, actor),
  export: exportList(api.checkout.export, checkoutExport),
  detail: ({ tx, actor, params }) => readCheckout(tx, actor, params.id),
  accept: async ({ tx, actor, params }) => {
    await acceptOrder(tx, actor, params.id);
    return readCheckout(tx, actor, params.id);
  },
  refuse: async ({ tx, actor, params, body }) => {
    await refuseOrder(tx, actor, params.id, body.reason);
    return readCheckout(tx, actor, params.id);
  },
  startPicking: remote(async (call) => {
    const { actor, params } = call;
    await call.transact((tx) => checkAtBench(tx, actor, params.id, 'startPicking', isHeldBy(actor)));
    await refreshSale(call, actor, params.id);
    return call.conclude(async (tx) => {
      await startPicking(tx, actor, params.id);
      return readCheckout(tx, actor, params.id);
    });
  }),
  beep: {
    handle: async ({ tx, actor, params, body }) => {
      await scanUnit(tx, actor, params.id, body.code, body.clientId);
      return readCheckout(tx, actor, params.id);
    },
    afterRefusal: afterExpiredLot,
  },
  scanSerial: async ({ tx, actor, params, body }) => {
    await scanSerial(tx, actor, params.id, body);
    return readCheckout(tx, actor, params.id);
  },
  acknowledgeChange: async ({ tx, actor, params, body }) => {
    await acknowledgeChange(tx, actor, params.id, body.putBack);
    return readCheckout(tx, actor, params.id);
  },
  countByHand: {
    handle: async ({ tx, actor, params, body }) => {
      await countByHand(tx, actor, params.id, body.reason);
      return readCheckout(tx, actor, params.id);
    },
    afterRefusal: afterExpiredLot,
  },
  confirmPacking: remote(async (call) => {
    const { actor, params } = call;
    try {
      await call.transact((tx) => checkAtBench(tx, actor, params.id, 'confirmPacking'));
      await refreshSale(call, actor, params.id);
      return await call.conclude(async (tx) => {
        const emptied = await confirmPacking(tx, actor, params.id);
        return { ...(await readCheckout(tx, actor, params.id)), emptied };
      });
    } catch (error) {
      if (error instanceof Fault) await call.transact((tx) => afterExpiredLot(error, tx, actor));
      throw error;
    }
  }),
  weigh: async ({ tx, actor, params, body }) => {
    await weighParcel(tx, actor, params.id, body);
    return readCheckout(tx, actor, params.id);
  },
  photograph: remote(async ({ actor, params, files, outside, transact, conclude }) => {
    if (files.length === 0) fail('parcel_photo_required');
    await transact((tx) => checkAtBench(tx, actor, params.id, 'photograph'));
    const photos = await Promise.all(files.map(readPhoto));
    const put = await putFiles(transact, outside.storage, actor.businessId, photos);
    return conclude(async (tx) => {
      await addParcelPhotos(tx, actor, params.id, put);
      return readCheckout(tx, actor, params.id);
    });
  }),
  parcelPhoto: remote(async (call) =>
    openFile(call, await call.transact((tx) => findParcelPhoto(tx, call.actor, call.params.id))),
  ),
  reset: async ({ tx, actor, params, body }) => {
    await resetBeeping(tx, actor, params.id, body.reason);
    return readCheckout(tx, actor, params.id);
  },
  cancel: async ({ tx, actor, params }) => {
    await cancelPicking(tx, actor, params.id);
    return readCheckout(tx, actor, params.id);
  },
  print: remote(async (call) => {
    const { actor, params, body } = call;
    const print = await fetchLabel(call, actor, params.id, body.reason);
    return call.conclude(async (tx) => {
      await print(tx);
      return readCheckout(tx, actor, params.id);
    });
  }),
  fetchTag: remote(async (call) => {
    const { actor, params } = call;
    const keep = await fetchLabel(call, actor, params.id, null);
    return call.conclude(async (tx) => {
      await keep(tx);
      return readCheckout(tx, actor, params.id);
    });
  }),
  printParcelLabel: async ({ tx, actor, params, body }) => {
    await printParcelLabel(tx, actor, params.id, body.why);
    return readCheckout(tx, actor, params.id);
  },
  downloadParcelLabel: remote(async (call) => {
    const { actor, params, query, locale } = call;
    const order = await call.transact((tx) => loadAtBench(tx, actor, params.id));
    const label = await drawParcelLabel(call, order, locale);
    return {
      bytes: label[query.format],
      contentType: labelTypes[query.format],
      name: `${labelName(order)}.${query.format}`,
    };
  }),
  printMany: async ({ tx, actor, body }) =>
    startPrinting(tx, actor, await findSelectedCheckout(tx, actor, body), body),
  previewLabels: async ({ tx, actor, body }) =>
    previewLabels(tx, actor, await findSelectedCheckout(tx, actor, body), body.reason),
  downloadTag: remote(async (call) => {
    const { actor, params, query, transact } = call;
    const row = await transact(async (tx) => {
      const order = await loadForFiles(tx, actor, params.id);
      if (order.label_file_id === null && order.label_zpl_file_id === null) fail('label_not_ready');
      return findFile(tx, query.format === 'zpl' ? order.label_zpl_file_id : order.label_file_id);
    });
    return openFile(call, row);
  }),
  downloadNfe: remote(async (call) => {
    const { actor, params, transact } = call;
    const row = await transact(async (tx) =>
      findFile(tx, (await loadForFiles(tx, actor, params.id)).invoice_file_id),
    );
    return openFile(call, row);
  }),
  piles: async ({ tx, actor }) => ({ piles: await readPiles(tx, actor) }),
  handOver: ({ tx, actor, body }) => handOver(tx, actor, body.code),
  collect: async ({ tx, actor, params, body }) => {
    await collectOrder(tx, actor, params.id, body.code);
    return readCheckout(tx, actor, params.id);
  },
  collectByHand: async ({ tx, actor, params, body }) => {
    await collectByHand(tx, actor, params.id, body.reason);
    return readCheckout(tx, actor, params.id);
  },
  collectMany: ({ tx, actor, body }) => collectOrders(tx, actor, body),
  send: async ({ tx, actor, params, body }) => {
    await sendOrder(tx, actor, params.id, body);
    return readCheckout(tx, actor, params.id);
  },
  putBack: async ({ tx, actor, params, body }) => {
    await putBack(tx, actor, params.id, body);
    return readCheckout(tx, actor, params.id);
  },
};
