import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Session, SignedIn } from '#contract/account/auth.ts';
import { addMinutes, formatInstant } from '#contract/dates.ts';
import { linkTo } from '#server/account/links.ts';
import { sendMail } from '#server/account/mail-task.ts';
import { readPerson } from '#server/account/person.ts';
import { setScope, type Tx } from '#server/db/transaction.ts';
import type { Environment } from '#server/env.ts';
import { fail } from '#server/fault.ts';
import { auditEvent } from '#server/http/audit.ts';
import {
  type Actor,
  accessMinutes,
  graceSeconds,
  type Handed,
  hashToken,
  newToken,
  sessionDays,
  type Tokens,
} from '#server/http/session.ts';
import { seal, unseal } from '#server/seal.ts';
import { type Caller, rememberDevice } from './device.ts';
import {
  chooseBusiness,
  endSessions,
  findSessionFamily,
  isMember,
  listMemberships,
} from './session.queries.ts';

export const freshMinutes = 10;
/** A station asks for the PIN again after this time without use, and after a shift in any case. */
export const stationIdleMinutes = 15;
const shiftMinutes = 12 * 60;
export const reusedReason = 'refresh token used twice';

const familyLength = 22;
const newFamily = () => randomBytes(16).toString('base64url');
const familyOf = (refresh: string) => hashToken(refresh.slice(0, familyLength));

/** `device`: the token that identifies the browser from now on. */
export type OpenedSession = { stage: 'full' | 'otp'; tokens: Tokens; device?: string; passkey?: true };

/** A refresh token was used twice: one of the two senders stole it. */
export class ReusedToken {
  readonly sessionId: number;
  readonly userId: number;
  constructor(session: { id: number; user_id: number }) {
    this.sessionId = session.id;
    this.userId = session.user_id;
  }
}

/**
 * Begins the session of a person whose identity was just proved. Every way in ends here, so that one place decides on the
 * second step.
 */
export async function beginSession(
  tx: Tx,
  userId: number,
  caller: Caller,
  businessId?: number,
): Promise<OpenedSession> {
  await setScope(tx, { userId });
  const business = businessId ?? (await chooseBusiness(tx, userId));
  if (!(await isTwoStep(tx, userId))) return beginFullSession(tx, userId, caller, business);
  const opened = await openSession(tx, userId, caller, business, 'otp');
  return (await hasPasskey(tx, userId)) ? { ...opened, passkey: true } : opened;
}

/** After the second step, or if there is none. */
export async function beginFullSession(
  tx: Tx,
  userId: number,
  caller: Caller,
  businessId: number | null,
): Promise<OpenedSession> {
  const opened = await openSession(tx, userId, caller, businessId, 'full');
  const { device } = caller;
  if (device === undefined) return opened;
  await rememberDevice(tx, userId, device);
  return { ...opened, device };
}

/** After the PIN at a station: no password was proved, so acts that need a fresh one are refused. */
export function beginStationSession(
  tx: Tx,
  userId: number,
  caller: Caller,
  station: { id: number; businessId: number },
): Promise<OpenedSession> {
  return openSession(tx, userId, caller, station.businessId, 'full', station.id);
}

async function openSession(
  tx: Tx,
  userId: number,
  caller: Caller,
  businessId: number | null,
  stage: 'full' | 'otp',
  stationId: number | null = null,
): Promise<OpenedSession> {
  const family = newFamily();
  const tokens = { access: newToken(), refresh: family + newToken() };
  const now = tx.now();
  const minutes =
    stationId !== null ? stationIdleMinutes : stage === 'full' ? sessionDays * 24 * 60 : accessMinutes;
  await tx.db
    .insertInto('sessions')
    .values({
      user_id: userId,
      business_id: businessId,
      stage,
      access_hash: hashToken(tokens.access),
      access_expires_at: addMinutes(now, accessMinutes),
      family_hash: hashToken(family),
      refresh_hash: hashToken(tokens.refresh),
      station_id: stationId,
      fresh_until: stage === 'full' && stationId === null ? addMinutes(now, freshMinutes) : null,
      created_at: now,
      expires_at: addMinutes(now, minutes),
      user_agent: caller.userAgent,
    })
    .execute();
  return { stage, tokens };
}

export async function isTwoStep(tx: Tx, userId: number): Promise<boolean> {
  const secret = await tx.db
    .selectFrom('two_step_secrets')
    .select('activated_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return !!secret?.activated_at;
}

async function hasPasskey(tx: Tx, userId: number): Promise<boolean> {
  const found = await tx.db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the tokens in the form that the caller asked for. */
export function handOver(
  opened: OpenedSession,
  carriedBy: 'cookie' | 'header',
  setCookies: (tokens: Handed, device?: string) => void,
): SignedIn {
  const { stage, tokens, device, passkey } = opened;
  // A session that waits for the second step cannot be renewed: it completes that step or ends.
  const handed: Handed = stage === 'full' ? tokens : { access: tokens.access };
  if (carriedBy === 'header')
    return {
      stage,
      token: handed.access,
      ...(handed.refresh && { refreshToken: handed.refresh }),
      ...(passkey && { passkey }),
    };
  setCookies(handed, device);
  return { stage, ...(passkey && { passkey }) };
}

function lockSession(tx: Tx, id: number) {
  return tx.db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'business_id', 'stage', 'refresh_hash', 'previous_refresh_hash'])
    .select(['rotated_at', 'successor', 'created_at', 'expires_at', 'revoked_at', 'user_agent', 'station_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

type Row = NonNullable<Awaited<ReturnType<typeof lockSession>>>;

/**
 * The next pair of tokens; null for an invalid token. A repeat within ten seconds gets the same pair; later a token
 * that is used twice is stolen, and the whole family ends.
 */
export async function rotateSession(
  tx: Tx,
  refresh: string,
  env: Pick<Environment, 'secretKey' | 'appUrl'>,
): Promise<OpenedSession | ReusedToken | null> {
  const { secretKey } = env;
  const found = await findSessionFamily(tx, familyOf(refresh));
  if (!found) return null;
  await setScope(tx, { userId: found.user_id });
  const row = await lockSession(tx, found.id);
  const now = tx.now();
  if (!row || row.revoked_at || row.stage !== 'full') return null;
  if (row.expires_at <= now) {
    // Written down: a clock that jumps back must not bring it to life again.
    await endSessions(tx, row.user_id, 'expired', { only: row.id });
    return null;
  }
  if (row.station_id !== null && !(await holdsStation(tx, row))) {
    await endSessions(tx, row.user_id, 'station revoked', { only: row.id });
    return null;
  }
  const hash = hashToken(refresh);
  if (hash.equals(row.refresh_hash)) return renew(tx, row, hash, refresh.slice(0, familyLength), secretKey);
  const inGrace =
    row.previous_refresh_hash !== null &&
    hash.equals(row.previous_refresh_hash) &&
    row.rotated_at !== null &&
    row.rotated_at.getTime() + graceSeconds * 1000 >= now.getTime();
  if (inGrace && row.successor) {
    return { stage: row.stage, tokens: readSuccessor(unseal(secretKey, 'session-successor', row.successor)) };
  }
  await endSessions(tx, row.user_id, reusedReason, { only: row.id });
  await notifyOfReuse(tx, row, env.appUrl);
  return new ReusedToken(row);
}

/** The station continues, and the person still belongs to its business. */
async function holdsStation(tx: Tx, { user_id, business_id, station_id }: Row): Promise<boolean> {
  if (business_id === null || !(await isMember(tx, user_id, business_id))) return false;
  await setScope(tx, { userId: user_id, businessId: business_id });
  const station = await tx.db
    .selectFrom('stations')
    .select('id')
    .where('id', '=', station_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return station !== undefined;
}

const readSuccessor = (text: string): Tokens => {
  const [access = '', refresh = ''] = text.split(' ');
  return { access, refresh };
};

async function renew(
  tx: Tx,
  row: Row,
  hash: Buffer,
  family: string,
  secretKey: Buffer,
): Promise<OpenedSession> {
  const now = tx.now();
  const tokens = { access: newToken(), refresh: family + newToken() };
  const stillThere = row.business_id !== null && (await isMember(tx, row.user_id, row.business_id));
  await tx.db
    .updateTable('sessions')
    .set({
      business_id: stillThere ? row.business_id : await chooseBusiness(tx, row.user_id),
      access_hash: hashToken(tokens.access),
      access_expires_at: addMinutes(now, accessMinutes),
      refresh_hash: hashToken(tokens.refresh),
      previous_refresh_hash: hash,
      rotated_at: now,
      ...(row.station_id !== null && { expires_at: stationExpiry(row.created_at, now) }),
      successor: seal(secretKey, 'session-successor', `${tokens.access} ${tokens.refresh}`),
    })
    .where('id', '=', row.id)
    .execute();
  return { stage: row.stage === 'otp' ? 'otp' : 'full', tokens };
}

/** Each renewal is a use; with the shift it ends all the same. */
function stationExpiry(since: Date, now: Date): Date {
  const ends = [addMinutes(now, stationIdleMinutes), addMinutes(since, shiftMinutes)];
  return new Date(Math.min(...ends.map((end) => end.getTime())));
}

/** By mail to the person, and in the audit log of the business the session was in. */
async function notifyOfReuse(tx: Tx, row: Row, appUrl: string): Promise<void> {
  const user = await readPerson(tx, row.user_id);
  sendMail(tx, {
    to: user.email,
    locale: user.locale === 'en' ? 'en' : 'pt',
    template: 'account.sessionStolen',
    values: { name: user.name, at: formatInstant(tx.now()), link: linkTo.security(appUrl) },
  });
  if (row.business_id === null) return;
  await setScope(tx, { userId: row.user_id, businessId: row.business_id });
  await auditEvent(tx, {
    business: row.business_id,
    user: row.user_id,
    event: 'refresh.reused',
    entity: String(row.id),
  });
}

/** Signing out works with either token, at any stage, and never fails. */
export async function endByToken(tx: Tx, actor: Actor | null, refresh: string | undefined): Promise<void> {
  if (actor) await endSessions(tx, actor.userId, 'signed out', { only: actor.sessionId });
  const found = refresh ? await findSessionFamily(tx, familyOf(refresh)) : null;
  if (!found || found.id === actor?.sessionId) return;
  await setScope(tx, { userId: found.user_id, businessId: actor?.businessId || null });
  await endSessions(tx, found.user_id, 'signed out', { only: found.id });
  await setScope(tx, { userId: actor?.userId, businessId: actor?.businessId || null });
}

export async function readSession(tx: Tx, actor: Actor): Promise<Session> {
  const user = await tx.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'locale', 'hands_free'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const station = await findStation(tx, actor.stationId);
  const memberships = await listMemberships(tx);
  // At a station there is its business alone.
  const businesses = station ? memberships.filter(({ id }) => id === actor.businessId) : memberships;
  const business = businesses.find(({ id }) => id === actor.businessId) ?? null;
  const twoStep = await isTwoStep(tx, actor.userId);
  const from = twoStep ? null : (business?.two_step_from ?? null);
  return {
    user: { id: user.id, name: user.name, email: user.email },
    business,
    businesses,
    roles: actor.roles,
    supplierMay: actor.supplierMay,
    locale: user.locale === 'en' ? 'en' : 'pt',
    twoStep,
    twoStepDue: from && { at: from.toISOString(), over: from <= tx.now() },
    handsFree: user.hands_free,
    station,
    unusedAreas: business ? await listUnusedAreas(tx) : [],
  };
}

async function listUnusedAreas(tx: Tx): Promise<Session['unusedAreas']> {
  const { rows } = await sql<{ area: Session['unusedAreas'][number] }>`
    select 'marketplaces' as area
      where not exists (select from marketplace_accounts where business_id = app_business())
    union all
    select 'warehouse' where not exists (select from warehouses where business_id = app_business())`.execute(
    tx.db,
  );
  return rows.map(({ area }) => area);
}

async function findStation(tx: Tx, id: number | null): Promise<Session['station']> {
  if (id === null) return null;
  const station = await tx.db
    .selectFrom('stations')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
  return station ?? null;
}

export async function switchBusiness(tx: Tx, actor: Actor, businessId: number): Promise<Session> {
  const { rows } = await sql<{ roles: Actor['roles'] }>`
    select roles from staff where user_id = ${actor.userId} and business_id = ${businessId}`.execute(tx.db);
  const roles = rows[0]?.roles ?? fail('not_found');
  await tx.db
    .updateTable('sessions')
    .set({ business_id: businessId })
    .where('id', '=', actor.sessionId)
    .execute();
  const { scope } = tx;
  await setScope(tx, { ...scope, businessId });
  const session = await readSession(tx, { ...actor, businessId, roles });
  await setScope(tx, scope);
  return session;
}
