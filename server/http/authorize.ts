import type { Access, EndpointDefinition } from '#contract/endpoint.ts';
import { isOpenToKeys, isPermission } from '#contract/permissions.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from './session.ts';

/** Deny by default: only the permission that the endpoint names grants access. */
export function authorize(endpoint: EndpointDefinition, actor: Actor | null, now: Date): void {
  const access: Access = endpoint.permission;
  if (access === 'public') return;
  if (!actor) fail('unauthenticated');
  if (access === 'second-factor') {
    if (actor.stage !== 'otp') fail('forbidden');
    return;
  }
  if (actor.stage !== 'full') fail('unauthenticated');
  if (actor.stationId !== null && !isOpenAtStation(endpoint)) fail('forbidden');
  if (actor.keyId !== null && !isOpenToKey(endpoint)) fail('forbidden');
  if (access !== 'signed-in' && !actorCan(actor, access)) fail('forbidden');
  // What concerns only the person stays open, because a second step is set up there.
  if (access !== 'signed-in' && lacksSecondStep(actor, now)) fail('two_step_required');
  if (endpoint.fresh && (!actor.freshUntil || actor.freshUntil <= now)) fail('fresh_authentication_required');
}

/**
 * Exports need a desk, and operations that need a password are never open to a PIN; permissions are checked as well.
 */
function isOpenAtStation({ permission, atStation, binary, fresh }: EndpointDefinition): boolean {
  if (fresh || binary === 'csv') return false;
  return permission !== 'signed-in' || atStation === true;
}

/** Personal data is closed to programs, and operations that need a password are never open to a key. */
export function isOpenToKey({ permission, byKey, fresh }: EndpointDefinition): boolean {
  if (fresh || (isPermission(permission) && !isOpenToKeys(permission))) return false;
  return permission !== 'signed-in' || byKey === true;
}

/** The grace period is over. */
export function lacksSecondStep({ twoStepDue }: Pick<Actor, 'twoStepDue'>, now: Date): boolean {
  return twoStepDue !== null && twoStepDue <= now;
}
