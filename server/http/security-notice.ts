import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { Fault } from '#server/fault.ts';
import type { ActorCache } from './actor-cache.ts';
import { addressOf } from './address-key.ts';
import { auditEvent } from './audit.ts';
import { createOnceAMinute } from './once-a-minute.ts';
import type { RouteContext } from './route.ts';
import type { SecurityEvent } from './security-log.ts';
import { type Actor, callerOf, credentialOf, storeExpired } from './session.ts';

const eventOfRefusal: Partial<Record<ErrorCode, SecurityEvent>> = {
  forbidden: 'permission.refused',
  password_wrong: 'password.refused',
  otp_wrong: 'second_step.refused',
  passkey_refused: 'second_step.refused',
};

/** Audited by the rule that detects them: with the end of a session, or before the actor is known. */
const auditedByRule: readonly SecurityEvent[] = ['refresh.reused', 'pin.refused', 'station.locked'];

/**
 * Operations that are watched when they succeed; those without an audit line of their own (`public`, reads) are audited
 * by their rule.
 */
export const eventOfSuccess: Readonly<Record<string, SecurityEvent>> = {
  'auth.resetPassword': 'password.changed',
  'user.changePassword': 'password.changed',
  'auth.activateOtp': 'two_step.changed',
  'auth.disableOtp': 'two_step.changed',
  'passkeys.create': 'two_step.changed',
  'passkeys.remove': 'two_step.changed',
  'bankAccount.update': 'bank_data.changed',
  'auth.registerStaff': 'rights.changed',
  'apiKeys.create': 'rights.changed',
  'apiKeys.revoke': 'rights.changed',
  'staff.create': 'rights.changed',
  'staff.update': 'rights.changed',
  'staff.remove': 'rights.changed',
  'staff.resetTwoStep': 'two_step.changed',
  'staffInvitations.remove': 'rights.changed',
  'business.leaveToSupplier': 'rights.changed',
  'business.allowByHand': 'rights.changed',
  'business.requireTwoStep': 'two_step.changed',
  'stations.create': 'rights.changed',
  'stations.update': 'rights.changed',
  'stations.revoke': 'rights.changed',
  'stations.unlock': 'rights.changed',
  'webhooks.create': 'rights.changed',
  'webhooks.update': 'rights.changed',
  'webhooks.remove': 'rights.changed',
  'webhooks.renewSecret': 'rights.changed',
  'orders.export': 'buyers.exported',
  'orders.exportFiscalData': 'buyers.exported',
  'checkout.export': 'buyers.exported',
};

const nameOf = (request: FastifyRequest) => (request.routeOptions.config as { name?: string }).name ?? '';

function callOf(request: FastifyRequest, actor: Actor | undefined) {
  return {
    endpoint: nameOf(request),
    requestId: request.id,
    address: addressOf(request),
    ...(actor && { userId: actor.userId, businessId: actor.businessId, sessionId: actor.sessionId }),
    ...(actor && actor.keyId !== null && { keyId: actor.keyId }),
  };
}

/** Runs before a refusal is answered: stores expired credentials, logs and audits watched refusals. */
export function refusalNotes(context: RouteContext, actors: ActorCache) {
  const { env, securityLog } = context;
  const isFirst = createOnceAMinute();

  /** A loop of refused calls writes one audit line a minute for each endpoint; each call is logged and counted. */
  async function audit(event: SecurityEvent, request: FastifyRequest, fault: Fault, actor?: Actor) {
    const endpoint = nameOf(request);
    const who = fault.security?.account ?? (actor && callerOf(actor));
    if (who === undefined || !isFirst(`${event} ${endpoint} ${who}`, context.database.clock.now())) return;
    const { email } = fault;
    if (email !== undefined) {
      const payload = { email, event, endpoint, request: request.id, address: addressOf(request) };
      await context.database.transact(null, async (tx) =>
        tx.enqueue({ task: 'account.auditFailure', payload }),
      );
    } else if (actor && actor.businessId > 0) {
      const { userId: user, businessId: business, keyId: key } = actor;
      const refused = {
        business,
        user,
        key,
        event,
        entity: endpoint,
        request: request.id,
        address: addressOf(request),
      };
      await context.database.transact(actor, (tx) => auditEvent(tx, refused));
    }
  }

  return async (request: FastifyRequest, error: unknown): Promise<void> => {
    if (!(error instanceof Fault)) return;
    const credential = request.cookies ? credentialOf(request, env.tokenHeader) : null;
    const event = error.security?.event ?? eventOfRefusal[error.code];
    const actor = credential ? actors.recall(credential.key) : undefined;
    if (event) securityLog.record({ event, ...error.security }, callOf(request, actor));
    try {
      if (credential && (error.code === 'unauthenticated' || error.code === 'fresh_authentication_required'))
        await context.database.transact(null, (tx) => storeExpired(tx, credential));
      if (event && !auditedByRule.includes(event)) await audit(event, request, error, actor);
    } catch (failure) {
      request.log.error({ err: failure, requestId: request.id }, 'a refusal could not be stored');
    }
  };
}

/** Runs after the answer: operations that are watched although they are allowed. */
export function noteSuccesses(
  app: FastifyInstance,
  { env, securityLog }: RouteContext,
  actors: ActorCache,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const event = reply.statusCode < 300 ? eventOfSuccess[nameOf(request)] : undefined;
    const credential = event && credentialOf(request, env.tokenHeader);
    if (event)
      securityLog.record({ event }, callOf(request, credential ? actors.recall(credential.key) : undefined));
    done();
  });
}
