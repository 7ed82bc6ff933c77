import type { api } from '#contract/index.ts';
import type { Handlers } from '#server/http/route.ts';
import { readBusiness, updateBusiness } from './business.ts';
import { listCompanies, moveCompany, readCompany, requestCompany, updateTerms } from './company.ts';
import { cancelInvitation, inviteCollaborator, listInvitations, resendInvitation } from './invitation.ts';
import { listStaff, removeCollaborator, updateCollaborator } from './staff.ts';

export const businessRoutes: Handlers<typeof api.business> = {
  detail: ({ tx, actor }) => readBusiness(tx, actor),
  update: ({ tx, actor, body, version }) => updateBusiness(tx, actor, body, version),
};

export const staffRoutes: Handlers<typeof api.staff> = {
  list: ({ tx, actor, query }) => listStaff(tx, actor, query),
  create: ({ tx, actor, body, locale }) => inviteCollaborator(tx, actor, body, locale),
  update: ({ tx, actor, params, body, version }) => updateCollaborator(tx, actor, params.id, body, version),
  remove: ({ tx, actor, params }) => removeCollaborator(tx, actor, params.id),
};

export const staffInvitationRoutes: Handlers<typeof api.staffInvitations> = {
  list: ({ tx, actor, query }) => listInvitations(tx, actor, query),
  resend: ({ tx, actor, params, locale }) => resendInvitation(tx, actor, params.id, locale),
  remove: ({ tx, actor, params }) => cancelInvitation(tx, actor, params.id),
};

export const companyRoutes: Handlers<typeof api.companies> = {
  list: ({ tx, actor, query }) => listCompanies(tx, actor, query),
  detail: ({ tx, actor, params }) => readCompany(tx, actor, params.id),
  create: ({ tx, actor, body }) => requestCompany(tx, actor, body.supplierId),
  update: ({ tx, actor, params, body, version }) => updateTerms(tx, actor, params.id, body, version),
  accept: ({ tx, actor, params }) => moveCompany(tx, actor, params.id, 'accept'),
  block: ({ tx, actor, params }) => moveCompany(tx, actor, params.id, 'block'),
  unblock: ({ tx, actor, params }) => moveCompany(tx, actor, params.id, 'unblock'),
};
