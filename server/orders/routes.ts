import { readFile } from 'node:fs/promises';
import { api } from '#contract/index.ts';
import { putFiles } from '#server/business/files/kept-file.ts';
import { findFile, insertFile, openFile, putFile, sealFile } from '#server/business/files/stored-file.ts';
import { createTag, removeTag, updateTag } from '#server/business/tags/tags.ts';
import { fail } from '#server/fault.ts';
import { auditReading } from '#server/http/audit.ts';
import { exportList } from '#server/http/export.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { checkNfe, readNfeFiles } from '#server/outside/nfe/nfe-files.ts';
import { createOrder } from './create-order.ts';
import { startAttaching } from './documents/attach-invoices.ts';
import { attachInvoice } from './documents/invoice.ts';
import { previewLabels, startPrinting } from './documents/print-labels.ts';
import { readOneFiscalData } from './fiscal/fiscal-data.ts';
import { startFiscalExport } from './fiscal/fiscal-export.ts';
import { approvePayment, cancelOwnOrder, checkCancel, completeOrder, refreshOrder } from './order.ts';
import { readOrderDetail } from './order-detail.ts';
import { orderExport } from './order-export.ts';
import { countOrders, findSelectedOrders, listOrders, orderBase, reachOf } from './order-list.ts';
import { listOrderTags, shapeOrderTag, tagOrders, untagOrders } from './order-tag.ts';
import { orderTags } from './order-tag-kind.ts';
import { listProductivity, sumProductivity } from './productivity/productivity.queries.ts';
import { productivityExport } from './productivity/productivity-export.ts';
import { listProfits, sumProfits } from './profit/profit.queries.ts';
import { profitExport } from './profit/profit-export.ts';
import { approveOrder } from './sale/approval.ts';
import { refreshOwnSale } from './sync/upstream.ts';

export const orderRoutes: Handlers<typeof api.orders> = {
  list: ({ tx, actor, query }) => listOrders(tx, actor, query),
  counts: ({ tx, actor, query }) => countOrders(tx, actor, query.query),
  export: exportList(api.orders.export, orderExport),
  detail: ({ tx, actor, params, outside }) => readOrderDetail(tx, actor, params.id, outside),
  create: async ({ tx, actor, body, outside }) =>
    readOrderDetail(tx, actor, await createOrder(tx, actor, body), outside),
  approvePayment: async ({ tx, actor, params, outside }) => {
    await approvePayment(tx, actor, params.id);
    return readOrderDetail(tx, actor, params.id, outside);
  },
  approve: async ({ tx, actor, params, outside }) => {
    await approveOrder(tx, actor, params.id);
    return readOrderDetail(tx, actor, params.id, outside);
  },
  complete: async ({ tx, actor, params, outside }) => {
    await completeOrder(tx, actor, params.id);
    return readOrderDetail(tx, actor, params.id, outside);
  },
  cancel: remote(async (call) => {
    const { actor, params, body, outside, conclude } = call;
    await call.transact((tx) => checkCancel(tx, actor, params.id));
    await refreshOwnSale(call, actor, params.id);
    return conclude(async (tx) => {
      await cancelOwnOrder(tx, actor, params.id, body.reason);
      return readOrderDetail(tx, actor, params.id, outside);
    });
  }),
  bulkUpdate: ({ tx, actor, body }) => tagOrders(tx, actor, body),
  undo: ({ tx, actor, body }) => untagOrders(tx, actor, body.rows),
  fiscalData: remote(({ actor, params, address, transact }) =>
    transact(async (tx) => {
      const found = await readOneFiscalData(tx, actor, params.id);
      await auditReading(tx, actor, 'orders.fiscalData', params.id, address);
      return found;
    }),
  ),
  exportFiscalData: async ({ tx, actor, body, locale }) =>
    startFiscalExport(tx, actor, await findSelectedOrders(tx, actor, body), { format: body.format, locale }),
  printMany: async ({ tx, actor, body }) =>
    startPrinting(tx, actor, await findSelectedOrders(tx, actor, body), body),
  previewLabels: async ({ tx, actor, body }) =>
    previewLabels(tx, actor, await findSelectedOrders(tx, actor, body), body.reason),
  refresh: async ({ tx, actor, params, outside }) => {
    await refreshOrder(tx, actor, params.id);
    return readOrderDetail(tx, actor, params.id, outside);
  },
  sendInvoice: remote(async ({ actor, params, files, outside, env, transact, conclude }) => {
    const upload = files[0] ?? fail('invoice_required');
    const bytes = await readFile(upload.path);
    const nfe = await checkNfe(bytes);
    const document = sealFile({ env }, upload.name, bytes, 'application/xml');
    const file = await putFile(transact, outside.storage, actor.businessId, document);
    return conclude(async (tx) => {
      const fileId = await insertFile(tx, actor.businessId, file);
      const order = await attachInvoice(tx, actor, params.id, nfe, fileId);
      return { document: 'sent' as const, invoiceKey: order.invoice_key ?? nfe.key };
    });
  }),
  sendInvoices: remote(async ({ actor, files, outside, env, transact, conclude }) => {
    const documents = (await readNfeFiles(files)).map(({ name, bytes }) =>
      sealFile({ env }, name, bytes, 'application/xml'),
    );
    const stored = await putFiles(transact, outside.storage, actor.businessId, documents);
    return conclude((tx) => startAttaching(tx, actor, stored));
  }),
  invoice: remote(async (call) => {
    const { actor, params, transact } = call;
    const file = await transact(async (tx) => {
      const order = await orderBase(tx, reachOf(actor)).where('o.id', '=', params.id).executeTakeFirst();
      return findFile(tx, order?.invoice_file_id ?? null);
    });
    return openFile(call, file);
  }),
};

export const profitRoutes: Handlers<typeof api.profits> = {
  list: ({ tx, query }) => listProfits(tx, query),
  sums: ({ tx, query }) => sumProfits(tx, query.query),
  export: exportList(api.profits.export, profitExport),
};

export const productivityRoutes: Handlers<typeof api.productivity> = {
  list: ({ tx, actor, query }) => listProductivity(tx, actor, query),
  sums: ({ tx, actor, query }) => sumProductivity(tx, actor, query.query),
  export: exportList(api.productivity.export, productivityExport),
};

export const orderTagRoutes: Handlers<typeof api.ordersTags> = {
  list: ({ tx, actor, query }) => listOrderTags(tx, actor, query),
  create: async ({ tx, actor, body }) => shapeOrderTag(await createTag(tx, actor, orderTags, body)),
  update: async ({ tx, actor, params, body, version }) =>
    shapeOrderTag(await updateTag(tx, actor, orderTags, params.id, body, version)),
  remove: async ({ tx, actor, params }) => ({ orders: await removeTag(tx, actor, orderTags, params.id) }),
};
