import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { roles } from '../permissions.ts';
import { email, id, idParams, instant, listQuery, page, reference, version } from '../primitives.ts';

const chosenRoles = z
  .array(z.enum(roles, 'choose_one'))
  .min(1, 'required')
  .max(roles.length, 'too_big')
  .refine((list) => new Set(list).size === list.length, 'duplicate');

/** null: every warehouse. Counts for stockist, packer and distributor only. */
const chosenWarehouses = z.array(id).min(1, 'required').max(200, 'too_big').nullable();

export const staffFilter = {
  role: { kind: 'choice', values: roles },
  name: { kind: 'text' },
  email: { kind: 'text' },
} as const satisfies FilterFields;
export const invitationSorts = ['email', 'created'] as const;
export const staffSorts = ['name', 'email', 'created'] as const;

const collaborator = z
  .object({
    id: z.number(),
    name: z.string(),
    email: z.string(),
    roles: z.array(z.enum(roles)),
    /** null: every warehouse. */
    warehouses: z.array(reference).nullable(),
    /** The one who asks. */
    self: z.boolean(),
    /** Sign-in of this person has a second step. */
    twoStep: z.boolean(),
    /** When an owner's reset of it takes effect; null: none was requested. */
    twoStepResetAt: instant.nullable(),
    createdAt: instant,
    version,
  })
  .meta({ id: 'Collaborator' });

const invitation = z
  .object({
    id: z.number(),
    email: z.string(),
    roles: z.array(z.enum(roles)),
    warehouses: z.array(reference).nullable(),
    invitedBy: z.string(),
    createdAt: instant,
    expiresAt: instant,
    expired: z.boolean(),
  })
  .meta({ id: 'StaffInvitation' });

export const staff = entity('staff', {
  list: endpoint({
    method: 'GET',
    path: '/staff',
    permission: 'staff.read',
    summary: 'Collaborators of the business',
    query: listQuery,
    response: page(collaborator),
  }),
  export: exportOf('/staff/export', 'staff.read', [
    'name',
    'email',
    'roles',
    'warehouses',
    'twoStep',
    'since',
  ]),
  create: endpoint({
    method: 'POST',
    path: '/staff',
    permission: 'staff.manage',
    summary: 'Invite a person by e-mail; a pending invitation to the same e-mail is replaced',
    body: z.strictObject({ email, roles: chosenRoles, warehouseIds: chosenWarehouses.default(null) }),
    response: invitation,
    errors: ['role_above_own', 'already_staff', 'fresh_authentication_required'],
    touches: ['staffInvitations'],
    limit: { max: 60, seconds: 60, by: 'session' },
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/staff/:id',
    permission: 'staff.manage',
    summary: 'Change roles or warehouses, effective from the next request',
    params: idParams,
    body: z.strictObject({ roles: chosenRoles.optional(), warehouseIds: chosenWarehouses.optional() }),
    response: collaborator,
    errors: ['role_above_own', 'last_owner', 'stale_version', 'fresh_authentication_required'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/staff/:id',
    permission: 'staff.manage',
    summary: 'Remove a collaborator, effective from the next request',
    params: idParams,
    errors: ['role_above_own', 'last_owner', 'fresh_authentication_required'],
  }),
  resetTwoStep: endpoint({
    method: 'POST',
    path: '/staff/:id/reset-two-step',
    permission: 'staff.manage',
    fresh: true,
    summary:
      'Reset the second step of a colleague who belongs to no other business; effective after 24 hours, both get a mail',
    params: idParams,
    response: collaborator,
    errors: ['state_conflict', 'belongs_elsewhere'],
  }),
});

export const staffInvitations = entity('staffInvitations', {
  list: endpoint({
    method: 'GET',
    path: '/auth/pre-register-staff',
    permission: 'staff.read',
    summary: 'Pending invitations',
    query: listQuery,
    response: page(invitation),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/auth/pre-register-staff/:id/resend',
    permission: 'staff.manage',
    summary: 'Send an invitation again; the former link stops working',
    params: idParams,
    response: invitation,
    errors: ['role_above_own'],
    limit: { max: 60, seconds: 60, by: 'session' },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/auth/pre-register-staff/:id',
    permission: 'staff.manage',
    summary: 'Cancel an invitation',
    params: idParams,
  }),
});

export type Collaborator = z.output<typeof collaborator>;
export type Invitation = z.output<typeof invitation>;
