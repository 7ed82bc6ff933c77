import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { Fault } from '#server/fault.ts';
import { auditEvent } from './audit.ts';
import type { Callers } from './callers.ts';
import type { RouteContext } from './route.ts';
import type { SecurityEvent } from './security-log.ts';
import { type Actor, credentialOf, storeExpired } from './session.ts';

const eventOfRefusal: Partial<Record<ErrorCode, SecurityEvent>> = {
  forbidden: 'permission.refused',
  password_wrong: 'password.refused',
};

/** Acts that are watched when they succeed; their line in the audit is the call's own. */
const eventOfSuccess: Record<string, SecurityEvent> = {
  'auth.resetPassword': 'password.changed',
  'user.changePassword': 'password.changed',
  'bankAccount.update': 'bank_data.changed',
  'auth.registerStaff': 'rights.changed',
  'staff.create': 'rights.changed',
  'staff.update': 'rights.changed',
  'staff.remove': 'rights.changed',
  'orders.export': 'buyers.exported',
  'checkout.export': 'buyers.exported',
};

const nameOf = (request: FastifyRequest) => (request.routeOptions.config as { name?: string }).name ?? '';

function eventOf(fault: Fault, name: string): SecurityEvent | undefined {
  if (fault.code === 'too_many_requests' && name === 'auth.signIn') return 'sign_in.locked';
  return fault.security?.event ?? eventOfRefusal[fault.code];
}

function callOf(request: FastifyRequest, actor: Actor | undefined) {
  return {
    endpoint: nameOf(request),
    requestId: request.id,
    address: request.ip,
    ...(actor && { userId: actor.userId, businessId: actor.businessId, sessionId: actor.sessionId }),
  };
}

/** Before a refusal is answered: what was seen expired is stored, what is watched is logged and audited. */
export async function noteRefusal(
  { database, env, securityLog }: RouteContext,
  callers: Callers,
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  if (!(error instanceof Fault)) return;
  const credential = request.cookies ? credentialOf(request, env.tokenHeader) : null;
  const event = eventOf(error, nameOf(request));
  const actor = credential ? callers.recall(credential.key) : undefined;
  if (event) securityLog.record({ event, ...error.security }, callOf(request, actor));
  try {
    if (credential && (error.code === 'unauthenticated' || error.code === 'fresh_authentication_required'))
      await database.transact(null, (tx) => storeExpired(tx, credential));
    if (event === 'permission.refused' && actor && actor.businessId > 0) {
      const { userId: user, businessId: business } = actor;
      const refused = { business, user, event, entity: nameOf(request), request: request.id };
      await database.transact(actor, (tx) => auditEvent(tx, refused));
    }
  } catch (failure) {
    request.log.error({ err: failure, requestId: request.id }, 'a refusal could not be stored');
  }
}

/** After the answer: acts that are watched although they are allowed. */
export function noteSuccesses(
  app: FastifyInstance,
  { env, securityLog }: RouteContext,
  callers: Callers,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const event = reply.statusCode < 300 ? eventOfSuccess[nameOf(request)] : undefined;
    const credential = event && credentialOf(request, env.tokenHeader);
    if (event)
      securityLog.record({ event }, callOf(request, credential ? callers.recall(credential.key) : undefined));
    done();
  });
}
