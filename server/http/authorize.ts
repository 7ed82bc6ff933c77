import type { Access, EndpointDefinition } from '#contract/endpoint.ts';
import { isOpenToKeys, isPermission } from '#contract/permissions.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from './session.ts';

/** Deny by default: only what the endpoint names lets anyone in. */
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
  // What concerns the person alone stays open: that is where a second step is set up.
  if (access !== 'signed-in' && lacksSecondStep(actor, now)) fail('two_step_required');
  if (endpoint.fresh && (!actor.freshUntil || actor.freshUntil <= now)) fail('fresh_authentication_required');
}

/** Lists are taken out at a desk, and what wants a password is never opened by a PIN; rights are asked besides. */
function isOpenAtStation({ permission, atStation, binary, fresh }: EndpointDefinition): boolean {
  if (fresh || binary === 'csv') return false;
  return permission !== 'signed-in' || atStation === true;
}

/** What concerns a person is not a program's, and what wants a password is never opened by a key. */
export function isOpenToKey({ permission, byKey, fresh }: EndpointDefinition): boolean {
  if (fresh || (isPermission(permission) && !isOpenToKeys(permission))) return false;
  return permission !== 'signed-in' || byKey === true;
}

/** The days to comply are over. */
export function lacksSecondStep({ twoStepDue }: Pick<Actor, 'twoStepDue'>, now: Date): boolean {
  return twoStepDue !== null && twoStepDue <= now;
}
