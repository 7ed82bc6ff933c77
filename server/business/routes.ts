import type { AuditEntry } from '#contract/business/audit.ts';
import { api } from '#contract/index.ts';
import type { Messages } from '#contract/messages/index.ts';
import { foundBusiness } from '#server/account/founding.ts';
import { openFile } from '#server/business/files/stored-file.ts';
import { exportList, wordOf } from '#server/http/export.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { createKey, listKeys, readCurrentKey, revokeKey } from './api-key/api-key.ts';
import { listAudit, listAuditPeople } from './audit.ts';
import { findRunFile, listRuns, readRun, undoRun } from './bulk-run.ts';
import {
  allowByHand,
  leaveToSupplier,
  proveParcels,
  readBusiness,
  requireCartPlaces,
  updateBusiness,
} from './business.ts';
import { listSuppliersToFind } from './company.queries.ts';
import {
  listCompanies,
  moveCompany,
  readCompany,
  requestCompany,
  updateManyTerms,
  updateTerms,
} from './company.ts';
import { removeBusiness } from './ending.ts';
import { taxSales } from './sales-tax.ts';
import { createSavedView, listSavedViews, removeSavedView, updateSavedView } from './saved-view.ts';
import {
  cancelInvitation,
  inviteCollaborator,
  listInvitations,
  resendInvitation,
} from './staff/invitation.ts';
import { listStaff, removeCollaborator, updateCollaborator } from './staff/staff.ts';
import { askForReset } from './staff/two-step-reset.ts';
import { requireTwoStep } from './two-step-for-all.ts';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  pingWebhook,
  removeWebhook,
  renewSecret,
  replayDelivery,
  updateWebhook,
} from './webhook/webhook.ts';

export const bulkRunRoutes: Handlers<typeof api.bulkRuns> = {
  list: ({ tx, actor }) => listRuns(tx, actor),
  detail: ({ tx, actor, params }) => readRun(tx, actor, params.id),
  undo: ({ tx, actor, params }) => undoRun(tx, actor, params.id),
  file: remote(async (call) =>
    openFile(call, await call.transact((tx) => findRunFile(tx, call.actor, call.params.id))),
  ),
};

export const apiKeyRoutes: Handlers<typeof api.apiKeys> = {
  list: ({ tx }) => listKeys(tx),
  create: ({ tx, actor, body }) => createKey(tx, actor, body),
  revoke: ({ tx, params }) => revokeKey(tx, params.id),
  current: ({ tx, actor }) => readCurrentKey(tx, actor),
};

export const webhookRoutes: Handlers<typeof api.webhooks> = {
  list: ({ tx }) => listWebhooks(tx),
  create: ({ tx, actor, body, outside }) => createWebhook(tx, actor, body, outside.webhooks),
  update: ({ tx, params, body, version }) => updateWebhook(tx, params.id, body, version),
  renewSecret: ({ tx, params }) => renewSecret(tx, params.id),
  ping: ({ tx, actor, params }) => pingWebhook(tx, actor, params.id),
  remove: ({ tx, params }) => removeWebhook(tx, params.id),
};

export const webhookDeliveryRoutes: Handlers<typeof api.webhookDeliveries> = {
  list: ({ tx, actor, query }) => listDeliveries(tx, actor, query),
  replay: ({ tx, params }) => replayDelivery(tx, params.id),
};

export const savedViewRoutes: Handlers<typeof api.savedViews> = {
  list: ({ tx, actor }) => listSavedViews(tx, actor),
  create: ({ tx, actor, body }) => createSavedView(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updateSavedView(tx, actor, params.id, body, version),
  remove: ({ tx, actor, params }) => removeSavedView(tx, actor, params.id),
};

/** The word of an act on records of this kind, or of the act on any record. */
function actWord({ acts, actsOfKind }: Messages['business']['audit'], { kind, act }: AuditEntry): string {
  const own = `${kind}.${act}`;
  const word = wordOf(actsOfKind, own);
  return word === own ? wordOf(acts, act) : word;
}

export const auditRoutes: Handlers<typeof api.audit> = {
  list: ({ tx, actor, query }) => listAudit(tx, actor, query),
  people: ({ tx, actor }) => listAuditPeople(tx, actor),
  export: exportList(api.audit.export, {
    name: (words) => words.business.audit.title,
    list: listAudit,
    columns: {
      at: { label: (words) => words.business.audit.at, value: (row) => row.at, kind: 'instant' },
      person: {
        label: (words) => words.business.audit.person,
        value: (row) => row.person?.name,
      },
      key: {
        label: (words) => words.business.audit.key,
        value: (row) => row.key?.name,
      },
      kind: {
        label: (words) => words.business.audit.kind,
        value: (row, words) => wordOf(words.business.audit.kinds, row.kind),
      },
      act: {
        label: (words) => words.business.audit.act,
        value: (row, words) => actWord(words.business.audit, row),
      },
      record: { label: (words) => words.business.audit.record, value: (row) => row.record },
      address: { label: (words) => words.business.audit.address, value: (row) => row.address },
      changes: {
        label: (words) => words.business.audit.changes,
        value: (row) => row.changes && JSON.stringify(row.changes),
      },
    },
  }),
};

export const businessRoutes: Handlers<typeof api.business> = {
  create: ({ tx, actor, body }) => foundBusiness(tx, actor, body),
  detail: ({ tx, actor }) => readBusiness(tx, actor),
  update: ({ tx, actor, body, version }) => updateBusiness(tx, actor, body, version),
  remove: ({ tx, actor, body }) => removeBusiness(tx, actor, body.name),
  allowByHand: ({ tx, actor, body }) => allowByHand(tx, actor, body.allowed),
  proveParcels: ({ tx, actor, body }) => proveParcels(tx, actor, body.parcelProof),
  requireCartPlaces: ({ tx, actor, body }) => requireCartPlaces(tx, actor, body.required),
  taxSales: ({ tx, actor, body }) => taxSales(tx, actor, body.salesTaxes),
  leaveToSupplier: ({ tx, actor, body }) => leaveToSupplier(tx, actor, body.supplierMay),
  requireTwoStep: ({ tx, actor, body, env }) => requireTwoStep(tx, actor, body, env.appUrl),
};

export const staffRoutes: Handlers<typeof api.staff> = {
  list: ({ tx, actor, query }) => listStaff(tx, actor, query),
  export: exportList(api.staff.export, {
    name: (words) => words.business.staff.title,
    list: listStaff,
    columns: {
      name: { label: (words) => words.business.staff.name, value: (row) => row.name },
      email: { label: (words) => words.business.staff.email, value: (row) => row.email },
      roles: {
        label: (words) => words.business.staff.roles,
        value: (row, words) => row.roles.map((role) => words.business.roles[role]).join(', '),
      },
      warehouses: {
        label: (words) => words.business.staff.warehouses,
        value: (row, words) =>
          row.warehouses?.map(({ name }) => name).join(', ') ?? words.business.staff.allWarehouses,
      },
      twoStep: {
        label: (words) => words.business.twoStep.column,
        value: (row, words) => words.business.twoStep[row.twoStep ? 'active' : 'inactive'],
      },
      since: {
        label: (words) => words.business.staff.since,
        value: (row) => row.createdAt,
        kind: 'instant',
      },
    },
  }),
  create: ({ tx, actor, body, locale }) => inviteCollaborator(tx, actor, body, locale),
  update: ({ tx, actor, params, body, version }) => updateCollaborator(tx, actor, params.id, body, version),
  remove: ({ tx, actor, params }) => removeCollaborator(tx, actor, params.id),
  resetTwoStep: ({ tx, actor, params }) => askForReset(tx, actor, params.id),
};

export const staffInvitationRoutes: Handlers<typeof api.staffInvitations> = {
  list: ({ tx, actor, query }) => listInvitations(tx, actor, query),
  resend: ({ tx, actor, params, locale }) => resendInvitation(tx, actor, params.id, locale),
  remove: ({ tx, actor, params }) => cancelInvitation(tx, actor, params.id),
};

export const companyRoutes: Handlers<typeof api.companies> = {
  list: ({ tx, actor, query }) => listCompanies(tx, actor, query),
  export: exportList(api.companies.export, {
    name: (words) => words.business.companies.title,
    list: listCompanies,
    columns: {
      name: { label: (words) => words.business.companies.name, value: (row) => row.business.name },
      state: {
        label: (words) => words.business.companies.state,
        value: (row, words) => words.business.companies.states[row.state],
      },
      accept: {
        label: (words) => words.business.companies.accept,
        value: (row, words) => words.business.companies.acceptModes[row.acceptMode],
      },
      due: {
        label: (words) => words.business.companies.dueDays,
        value: (row) => row.dueDays,
        kind: 'number',
      },
      overdue: {
        label: (words) => words.business.companies.overdueDays,
        value: (row) => row.overdueDays,
        kind: 'number',
      },
      limit: {
        label: (words) => words.business.companies.creditLimit,
        value: (row) => row.creditLimit,
        kind: 'money',
      },
    },
  }),
  detail: ({ tx, actor, params }) => readCompany(tx, actor, params.id),
  suppliers: ({ tx, actor, query }) => listSuppliersToFind(tx, actor.businessId, query),
  create: ({ tx, actor, body }) => requestCompany(tx, actor, body.supplierId),
  update: ({ tx, actor, params, body, version }) => updateTerms(tx, actor, params.id, body, version),
  bulkUpdate: ({ tx, actor, body }) => updateManyTerms(tx, actor, body),
  accept: ({ tx, actor, params }) => moveCompany(tx, actor, params.id, 'accept'),
  block: ({ tx, actor, params }) => moveCompany(tx, actor, params.id, 'block'),
  unblock: ({ tx, actor, params }) => moveCompany(tx, actor, params.id, 'unblock'),
};
