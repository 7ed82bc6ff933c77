import { formatDocument } from '#contract/brazil.ts';
import { api } from '#contract/index.ts';
import { ongoingStates } from '#contract/supply/supply-request-states.ts';
import { storeImages } from '#server/business/files/store-images.ts';
import { openFile, putFile, readDocument } from '#server/business/files/stored-file.ts';
import { fail } from '#server/fault.ts';
import { exportList } from '#server/http/export.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { checkNfe, readNfeFile } from '#server/outside/nfe/nfe-files.ts';
import { keepNfe } from './invoice/keep-nfe.ts';
import { matchInvoiceItem } from './invoice/match-item.ts';
import { createFromInvoice, readInvoice } from './invoice/open-from-invoice.ts';
import { receiveInvoice } from './invoice/vendor-invoice.ts';
import { renewLink, revokeLink } from './print-link.ts';
import { openPrintable, readPrintable } from './printable.ts';
import { countVolumes, registerVolumes } from './receiving/counting.ts';
import { readReceipt } from './receiving/receipt.ts';
import { listProblems, reportProblem, solveProblem } from './receiving/reported-problem.ts';
import { advance, goBack } from './receiving/steps.ts';
import { approveRequest, cancelRequest } from './request/approval.ts';
import { listPrices } from './request/prices-history.ts';
import { readSettings, updateSettings } from './request/purchasing-settings.ts';
import { understandRows } from './request/request-rows.ts';
import { listRequests } from './request/supply-request.queries.ts';
import {
  createRequest,
  duplicateRequest,
  readRequest,
  removeRequest,
  updateRequest,
  updateRequests,
} from './request/supply-request.ts';
import { listRequestEvents } from './request/supply-request-history.ts';
import { buy, whatToBuy } from './request/what-to-buy.ts';
import { readScorecard } from './vendor/scorecard.ts';
import { listSuppliers } from './vendor/supplier.queries.ts';
import {
  createSupplier,
  readSupplier,
  removeSupplier,
  updateSupplier,
  updateSuppliers,
} from './vendor/supplier.ts';
import { addDocument, findDocumentFile, listDocuments, removeDocument } from './vendor/supplier-documents.ts';
import { decideAnswers, keepAnswers } from './vendor-answers.ts';

export const supplierRoutes: Handlers<typeof api.suppliers> = {
  list: ({ tx, actor, query }) => listSuppliers(tx, actor, query),
  export: exportList(api.suppliers.export, {
    name: (words) => words.supply.suppliers.title,
    list: listSuppliers,
    columns: {
      name: { label: (words) => words.supply.suppliers.name, value: (row) => row.name },
      fantasyName: {
        label: (words) => words.supply.suppliers.fantasyName,
        value: (row) => row.fantasyName,
      },
      document: {
        label: (words) => words.supply.suppliers.document,
        value: (row) => row.document && formatDocument(row.document),
      },
      city: { label: (words) => words.supply.suppliers.city, value: (row) => row.city },
      state: { label: (words) => words.supply.suppliers.state, value: (row) => row.state },
      contact: { label: (words) => words.supply.suppliers.contact, value: (row) => row.contact?.name },
      phone: { label: (words) => words.supply.suppliers.phone, value: (row) => row.contact?.phone },
      email: { label: (words) => words.supply.suppliers.email, value: (row) => row.contact?.email },
      lead: {
        label: (words) => words.supply.suppliers.leadDays,
        value: (row) => row.leadDays,
        kind: 'number',
      },
      created: {
        label: (words) => words.supply.suppliers.created,
        value: (row) => row.createdAt,
        kind: 'instant',
      },
    },
  }),
  detail: ({ tx, actor, params }) => readSupplier(tx, actor, params.id),
  create: ({ tx, actor, body }) => createSupplier(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updateSupplier(tx, actor, params.id, body, version),
  bulkUpdate: ({ tx, body }) => updateSuppliers(tx, body),
  remove: ({ tx, params }) => removeSupplier(tx, params.id),
  documents: ({ tx, params, query }) => listDocuments(tx, params.id, query),
  addDocument: remote(async ({ actor, params, files, outside, transact, conclude }) => {
    const document = await readDocument(files[0] ?? fail('file_required'));
    const file = await putFile(transact, outside.storage, actor.businessId, document);
    return conclude((tx) => addDocument(tx, actor, params.id, file));
  }),
  removeDocument: ({ tx, actor, params }) => removeDocument(tx, actor, params.id),
  downloadDocument: remote(async (call) =>
    openFile(call, await call.transact((tx) => findDocumentFile(tx, call.params.id))),
  ),
  scorecard: ({ tx, actor, params }) => readScorecard(tx, actor, params.id),
};

export const supplyRequestRoutes: Handlers<typeof api.supplyRequests> = {
  list: ({ tx, actor, query }) => listRequests(tx, actor, query),
  export: exportList(api.supplyRequests.export, {
    name: (words) => words.supply.requests.title,
    list: listRequests,
    columns: {
      number: {
        label: (words) => words.supply.requests.number,
        value: (row) => row.number,
        kind: 'number',
      },
      supplier: {
        label: (words) => words.supply.requests.supplier,
        value: (row) => row.supplier.name,
      },
      warehouse: {
        label: (words) => words.supply.requests.warehouse,
        value: (row) => row.warehouse.name,
      },
      state: {
        label: (words) => words.supply.requests.state,
        value: (row, words) => words.supply.requestState[row.state],
      },
      delivery: {
        label: (words) => words.supply.requests.estimatedDelivery,
        value: (row) => row.estimatedDelivery,
        kind: 'day',
      },
      products: {
        label: (words) => words.supply.requests.totalProducts,
        value: (row) => row.totalProducts,
        kind: 'number',
      },
      total: {
        label: (words) => words.supply.requests.total,
        value: (row) => row.totalCentavos,
        kind: 'money',
        priced: true,
      },
      created: {
        label: (words) => words.supply.requests.created,
        value: (row) => row.createdAt,
        kind: 'instant',
      },
      createdBy: { label: (words) => words.supply.requests.createdBy, value: (row) => row.createdBy },
    },
  }),
  detail: ({ tx, actor, params }) => readRequest(tx, actor, params.id),
  events: async ({ tx, actor, params, query }) => {
    await readRequest(tx, actor, params.id);
    return listRequestEvents(tx, params.id, query);
  },
  create: ({ tx, actor, body }) => createRequest(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updateRequest(tx, actor, params.id, body, version),
  bulkUpdate: ({ tx, actor, body }) => updateRequests(tx, actor, body),
  remove: ({ tx, actor, params }) => removeRequest(tx, actor, params.id),
  approve: ({ tx, actor, params }) => approveRequest(tx, actor, params.id),
  cancel: ({ tx, actor, params, body }) => cancelRequest(tx, actor, params.id, body.reason),
  renewLink: ({ tx, actor, params }) => renewLink(tx, actor, params.id),
  revokeLink: ({ tx, actor, params }) => revokeLink(tx, actor, params.id),
  decideAnswers: ({ tx, actor, params, body }) => decideAnswers(tx, actor, params.id, body),
  duplicate: ({ tx, actor, params }) => duplicateRequest(tx, actor, params.id),
  advance: async ({ tx, actor, params, body }) => {
    await advance(tx, actor, params.id, body);
    return readReceipt(tx, actor, params.id);
  },
  goBack: async ({ tx, actor, params, body }) => {
    await goBack(tx, actor, params.id, body);
    return readReceipt(tx, actor, params.id);
  },
  countVolumes: ({ tx, actor, params, body }) => countVolumes(tx, actor, params.id, body),
  receiveInvoice: remote(async (call) => {
    const received = await keepNfe(call);
    return call.conclude(async (tx) => {
      await receiveInvoice(tx, call.actor, call.params.id, received);
      return readReceipt(tx, call.actor, call.params.id);
    });
  }),
  matchInvoiceItem: async ({ tx, actor, params, body }) => {
    await matchInvoiceItem(tx, actor, params.id, body);
    return readReceipt(tx, actor, params.id);
  },
  readInvoice: remote(async ({ actor, files, conclude }) => {
    const nfe = await checkNfe((await readNfeFile(files)).bytes);
    return conclude((tx) => readInvoice(tx, actor, nfe));
  }),
  createFromInvoice: remote(async (call) => {
    const received = await keepNfe(call);
    return call.conclude((tx) => createFromInvoice(tx, call.actor, call.body, received));
  }),
  registerVolumes: async ({ tx, actor, params, body }) => {
    await registerVolumes(tx, actor, params.id, body);
    return readReceipt(tx, actor, params.id);
  },
  readRows: async ({ tx, actor, body }) => ({ rows: await understandRows(tx, actor, body) }),
};

export const printableRequestRoutes: Handlers<typeof api.printableRequests> = {
  detail: ({ tx, params }) => openPrintable(tx, params.uuid, (request) => readPrintable(tx, request)),
  answer: ({ tx, params, body }) =>
    openPrintable(tx, params.uuid, (request) => keepAnswers(tx, request, body)),
};

export const pricesHistoryRoutes: Handlers<typeof api.pricesHistory> = {
  list: ({ tx, actor, query }) => listPrices(tx, actor, query),
};

export const purchasingRoutes: Handlers<typeof api.purchasing> = {
  settings: ({ tx }) => readSettings(tx),
  updateSettings: ({ tx, actor, body, version }) => updateSettings(tx, actor, body, version),
  whatToBuy: async ({ tx, actor, query }) => ({ items: await whatToBuy(tx, actor, query) }),
  buy: ({ tx, actor, body }) => buy(tx, actor, body),
};

export const supplyRequestsOngoingRoutes: Handlers<typeof api.supplyRequestsOngoing> = {
  list: ({ tx, actor, query }) => listRequests(tx, actor, query, ongoingStates),
  detail: ({ tx, actor, params }) => readReceipt(tx, actor, params.id),
};

export const reportedProblemRoutes: Handlers<typeof api.reportedProblems> = {
  list: ({ tx, actor, query }) => listProblems(tx, actor, query),
  create: {
    plain: ({ tx, actor, body }) => reportProblem(tx, actor, body),
    withFiles: (call) =>
      storeImages(call, call.outside.storage, call.actor, call.files, (tx, photos) =>
        reportProblem(tx, call.actor, call.body, photos),
      ),
  },
  solve: ({ tx, actor, params, body }) => solveProblem(tx, actor, params.id, body.solution),
};
