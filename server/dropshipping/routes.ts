import { api } from '#contract/index.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { putFiles } from '#server/business/files/kept-file.ts';
import { openFile, putFile, readDocument, readPhoto } from '#server/business/files/stored-file.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { csvFile, exportList } from '#server/http/export.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import type { Actor } from '#server/http/session.ts';
import type { Upload } from '#server/http/uploads.ts';
import {
  findPayoutProof,
  listPairBalances,
  listPairEntries,
  readPairBalance,
} from './balance/pair-balance.queries.ts';
import { confirmPayout, giveCredit, payOut, refusePayout } from './balance/pair-balance.ts';
import { listBankStatements, readBankStatement } from './bank/bank-statement.queries.ts';
import {
  addBankStatement,
  findKeptColumns,
  receiveRows,
  removeBankStatement,
  setAside,
} from './bank/bank-statement.ts';
import { columnsOf, openStatement, readStatementFile, shapeLook } from './bank/read-file.ts';
import { readBankAccount, saveBankAccount } from './dropinvoice/bank-account.ts';
import { acceptDispute, openDispute, refuseDispute, withdrawDispute } from './dropinvoice/dispute.ts';
import {
  findDisputePhoto,
  findDropinvoiceFile,
  listDropinvoiceItems,
  listDropinvoices,
  readDropinvoice,
  readRevenue,
} from './dropinvoice/dropinvoice.queries.ts';
import { attachDocument, payDropinvoice } from './dropinvoice/dropinvoice.ts';
import {
  approveDropinvoice,
  approveDropinvoices,
  receivePayment,
  rejectDropinvoice,
  rejectDropinvoices,
  writeOffDropinvoice,
} from './dropinvoice/dropinvoice-decision.ts';
import { dropinvoiceExport } from './dropinvoice/dropinvoice-export.ts';
import { payTogether, readTogether } from './dropinvoice/joint-payment.ts';
import { listCatalogue, listSuppliers } from './offer/catalogue.queries.ts';
import { readCatalogueOffer } from './offer/catalogue.ts';
import { listCatalogueProducts } from './offer/catalogue-products.queries.ts';
import { listOffers } from './offer/dropship-item.queries.ts';
import {
  createOffer,
  readOffer,
  removeOffer,
  undoOffers,
  updateOffer,
  updateOffers,
} from './offer/dropship-item.ts';
import { createOffersOfProducts } from './offer/offers-of-products.ts';
import { createWithStock } from './offer/opening-stock.ts';
import { listOverdueCases, readOverdueCase } from './overdue/overdue-case.queries.ts';
import { giveTime, holdAds } from './overdue/overdue-case.ts';
import { listStatements, readPeriod, readStatement } from './statement/statement.queries.ts';
import {
  lineColumns,
  linesOf,
  monthTitle,
  periodTitle,
  statementExport,
  statementName,
  statementPdf,
} from './statement/statement-paper.ts';

const onlyFile = (files: Upload[]): Upload => files[0] ?? fail('proof_required');

export const bankAccountRoutes: Handlers<typeof api.bankAccount> = {
  detail: ({ tx, actor }) => readBankAccount(tx, actor),
  update: ({ tx, actor, body, version }) => saveBankAccount(tx, actor, body, version),
};

export const dropinvoiceRoutes: Handlers<typeof api.dropinvoices> = {
  list: ({ tx, query }) => listDropinvoices(tx, query),
  export: exportList(api.dropinvoices.export, dropinvoiceExport),
  revenue: ({ tx }) => readRevenue(tx),
  detail: ({ tx, actor, params }) => readDropinvoice(tx, actor, params.id),
  items: ({ tx, actor, params, query }) => listDropinvoiceItems(tx, actor, params.id, query),
  pay: remote(async ({ actor, params, body, files, outside, transact, conclude }) => {
    const document = await readDocument(onlyFile(files));
    const file = await putFile(transact, outside.storage, actor.businessId, document);
    return conclude((tx) => payDropinvoice(tx, actor, params.id, 'pay', body, file));
  }),
  editProof: remote(async ({ actor, params, body, files, outside, transact, conclude }) => {
    const document = await readDocument(onlyFile(files));
    const file = await putFile(transact, outside.storage, actor.businessId, document);
    return conclude((tx) => payDropinvoice(tx, actor, params.id, 'editProof', body, file));
  }),
  approve: ({ tx, actor, params, body }) => approveDropinvoice(tx, actor, params.id, body.shortfall),
  reject: ({ tx, actor, params, body }) => rejectDropinvoice(tx, actor, params.id, body.reason),
  together: ({ tx, actor, query }) => readTogether(tx, actor, query.ids),
  payTogether: remote(async ({ actor, body, files, outside, transact, conclude }) => {
    const document = await readDocument(onlyFile(files));
    const file = await putFile(transact, outside.storage, actor.businessId, document);
    return conclude((tx) => payTogether(tx, actor, body, file));
  }),
  approveMany: ({ tx, actor, body }) => approveDropinvoices(tx, actor, body.ids),
  rejectMany: ({ tx, actor, body }) => rejectDropinvoices(tx, actor, body.ids, body.reason),
  receive: ({ tx, actor, params, body }) => receivePayment(tx, actor, params.id, body),
  writeOff: ({ tx, actor, params, body }) => writeOffDropinvoice(tx, actor, params.id, body.reason),
  attach: remote(async ({ actor, params, files, outside, transact, conclude }) => {
    const document = await readDocument(onlyFile(files));
    const file = await putFile(transact, outside.storage, actor.businessId, document);
    return conclude((tx) => attachDocument(tx, actor, params.id, file));
  }),
  proof: remote(async (call) => {
    const { params, transact } = call;
    const row = await transact((tx) => findDropinvoiceFile(tx, params.id, 'proof_file_id'));
    return openFile(call, row);
  }),
  document: remote(async (call) => {
    const { params, transact } = call;
    const row = await transact((tx) => findDropinvoiceFile(tx, params.id, 'document_file_id'));
    return openFile(call, row);
  }),
};

export const disputeRoutes: Handlers<typeof api.disputes> = {
  open: remote(async ({ actor, body, files, outside, transact, conclude }) => {
    if (files.length === 0) fail('dispute_photo_required');
    const photos = await Promise.all(files.map(readPhoto));
    const put = await putFiles(transact, outside.storage, actor.businessId, photos);
    return conclude((tx) => openDispute(tx, actor, body, put));
  }),
  accept: ({ tx, actor, params }) => acceptDispute(tx, actor, params.id),
  refuse: ({ tx, actor, params, body }) => refuseDispute(tx, actor, params.id, body.reason),
  withdraw: ({ tx, actor, params }) => withdrawDispute(tx, actor, params.id),
  photo: remote(async (call) =>
    openFile(call, await call.transact((tx) => findDisputePhoto(tx, call.params.id))),
  ),
};

export const overdueCaseRoutes: Handlers<typeof api.overdueCases> = {
  list: ({ tx, query }) => listOverdueCases(tx, query),
  detail: ({ tx, params }) => readOverdueCase(tx, params.id),
  hold: ({ tx, actor, params }) => holdAds(tx, actor, params.id),
  extend: ({ tx, actor, params, body }) => giveTime(tx, actor, params.id, body.until),
};

export const pairBalanceRoutes: Handlers<typeof api.pairBalances> = {
  list: ({ tx, query }) => listPairBalances(tx, query),
  detail: ({ tx, params }) => readPairBalance(tx, params.id),
  entries: ({ tx, params, query }) => listPairEntries(tx, params.id, query),
  credit: ({ tx, actor, body }) => giveCredit(tx, actor, body),
  payOut: remote(async ({ actor, params, body, files, outside, transact, conclude }) => {
    const document = await readDocument(onlyFile(files));
    const file = await putFile(transact, outside.storage, actor.businessId, document);
    return conclude((tx) => payOut(tx, actor, params.id, body, file));
  }),
  confirmPayout: ({ tx, actor, params }) => confirmPayout(tx, actor, params.id),
  refusePayout: ({ tx, actor, params, body }) => refusePayout(tx, actor, params.id, body.reason),
  payoutProof: remote(async (call) =>
    openFile(call, await call.transact((tx) => findPayoutProof(tx, call.params.id))),
  ),
};

const onlyStatement = (files: Upload[]): Upload => files[0] ?? fail('file_required');

export const bankStatementRoutes: Handlers<typeof api.bankStatements> = {
  list: ({ tx, query }) => listBankStatements(tx, query),
  look: remote(async ({ files, conclude }) => {
    const file = await openStatement(onlyStatement(files));
    return conclude(async (tx) => shapeLook(file, await findKeptColumns(tx, file)));
  }),
  create: remote(async ({ actor, body, files, transact, conclude }) => {
    const upload = onlyStatement(files);
    const file = await openStatement(upload);
    const kept = await transact((tx) => findKeptColumns(tx, file));
    const columns = body.columns ?? (file.format === 'sheet' ? columnsOf(file.head, kept) : {});
    const read = await readStatementFile(file, columns);
    return conclude((tx) =>
      addBankStatement(tx, actor, { fileName: upload.name, file, read, columns: body.columns }),
    );
  }),
  detail: ({ tx, actor, params }) => readBankStatement(tx, actor, params.id),
  receive: ({ tx, actor, params, body }) => receiveRows(tx, actor, params.id, body.rows),
  ignore: ({ tx, actor, params, body }) => setAside(tx, actor, params.id, body.ids, true),
  restore: ({ tx, actor, params, body }) => setAside(tx, actor, params.id, body.ids, false),
  remove: ({ tx, actor, params }) => removeBankStatement(tx, actor, params.id),
};

export const statementRoutes: Handlers<typeof api.statements> = {
  list: ({ tx, query }) => listStatements(tx, query),
  export: exportList(api.statements.export, statementExport),
  detail: ({ tx, params }) => readStatement(tx, params.id),
  period: ({ tx, actor, query }) => readPeriod(tx, actor, query),
  csv: async ({ tx, params, locale }) => {
    const statement = await readStatement(tx, params.id);
    const name = statementName(statement, statement.month, locale);
    return csvFile(name, linesOf(statement, locale), lineColumns, locale);
  },
  pdf: async ({ tx, params, locale }) => {
    const statement = await readStatement(tx, params.id);
    return {
      bytes: await statementPdf(statement, monthTitle(statement, locale), locale, tx.now()),
      contentType: 'application/pdf',
      name: `${statementName(statement, statement.month, locale)}.pdf`,
    };
  },
  periodCsv: async ({ tx, actor, query, locale }) => {
    const statement = await readPeriod(tx, actor, query);
    const name = statementName(statement, `${statement.from} ${statement.to}`, locale);
    return csvFile(name, linesOf(statement, locale), lineColumns, locale);
  },
  periodPdf: async ({ tx, actor, query, locale }) => {
    const statement = await readPeriod(tx, actor, query);
    return {
      bytes: await statementPdf(statement, periodTitle(statement, locale), locale, tx.now()),
      contentType: 'application/pdf',
      name: `${statementName(statement, `${statement.from} ${statement.to}`, locale)}.pdf`,
    };
  },
};

export const dropshipItemRoutes: Handlers<typeof api.dropshipItems> = {
  list: ({ tx, actor, query }) => listOffers(tx, actor, query),
  export: exportList(api.dropshipItems.export, {
    name: (words) => words.dropshipping.offers.title,
    list: listOffers,
    columns: {
      name: { label: (words) => words.dropshipping.offers.name, value: (row) => row.name },
      sku: { label: (words) => words.dropshipping.offers.sku, value: (row) => row.sku },
      warehouse: {
        label: (words) => words.dropshipping.offers.warehouse,
        value: (row) => row.warehouse.name,
      },
      available: {
        label: (words) => words.dropshipping.offers.available,
        value: (row) => row.available,
        kind: 'number',
      },
      cap: {
        label: (words) => words.dropshipping.offers.cap,
        value: (row) => row.quantityCap,
        kind: 'number',
      },
      price: {
        label: (words) => words.dropshipping.offers.price,
        value: (row) => row.price,
        kind: 'money',
        priced: true,
      },
      cost: {
        label: (words) => words.dropshipping.offers.cost,
        value: (row) => row.cost,
        kind: 'money',
        priced: true,
      },
      active: {
        label: (words) => words.dropshipping.offers.active,
        value: (row, words) => (row.active ? words.ui.filter.yes : words.ui.filter.no),
      },
      publications: {
        label: (words) => words.dropshipping.offers.publications,
        value: (row) => row.publications,
        kind: 'number',
      },
      who: {
        label: (words) => words.dropshipping.offers.who,
        value: (row, words) => words.dropshipping.offers[row.linkedOnly ? 'linkedOnly' : 'open'],
      },
      updated: {
        label: (words) => words.dropshipping.offers.updated,
        value: (row) => row.updatedAt,
        kind: 'instant',
      },
    },
  }),
  detail: ({ tx, actor, params }) => readOffer(tx, actor, params.id),
  create: ({ tx, actor, body }) => createOffer(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updateOffer(tx, actor, params.id, body, version),
  createMany: ({ tx, actor, body }) => createOffersOfProducts(tx, actor, body),
  createWithStock: ({ tx, actor, body, locale }) => createWithStock(tx, actor, body, locale),
  bulkUpdate: ({ tx, actor, body }) => updateOffers(tx, actor, body),
  undo: ({ tx, actor, body }) => undoOffers(tx, actor, body),
  remove: ({ tx, actor, params }) => removeOffer(tx, actor, params.id),
};

export const catalogueRoutes: Handlers<Omit<typeof api.dropshipping, 'explain'>> = {
  list: ({ tx, query }) => listCatalogue(tx, query),
  export: exportList(api.dropshipping.export, {
    name: (words) => words.dropshipping.catalogue.title,
    list: (tx: Tx, _actor: Actor, query: ListQuery) => listCatalogue(tx, query),
    columns: {
      name: { label: (words) => words.dropshipping.catalogue.product, value: (row) => row.name },
      brand: { label: (words) => words.dropshipping.catalogue.brand, value: (row) => row.brand },
      category: {
        label: (words) => words.dropshipping.catalogue.category,
        value: (row) => row.category,
      },
      sku: { label: (words) => words.dropshipping.catalogue.sku, value: (row) => row.sku },
      gtin: { label: (words) => words.dropshipping.catalogue.gtin, value: (row) => row.gtin },
      supplier: {
        label: (words) => words.dropshipping.catalogue.supplier,
        value: (row) => row.supplier.name,
      },
      price: {
        label: (words) => words.dropshipping.catalogue.price,
        value: (row) => row.price,
        kind: 'money',
      },
      available: {
        label: (words) => words.dropshipping.catalogue.available,
        value: (row) => row.available,
        kind: 'number',
      },
      newest: {
        label: (words) => words.dropshipping.catalogue.newest,
        value: (row) => row.createdAt,
        kind: 'instant',
      },
    },
  }),
  products: ({ tx, query }) => listCatalogueProducts(tx, query),
  suppliers: ({ tx, query }) => listSuppliers(tx, query),
  detail: ({ tx, params }) => readCatalogueOffer(tx, params.id),
};
