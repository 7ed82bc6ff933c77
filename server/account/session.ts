import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Session, SignedIn } from '#contract/account/auth.ts';
import { addMinutes } from '#contract/dates.ts';
import { setScope, type Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import {
  type Actor,
  accessMinutes,
  graceSeconds,
  hashToken,
  newToken,
  sessionDays,
  type Tokens,
} from '#server/http/session.ts';
import { seal, unseal } from '#server/seal.ts';
import {
  chooseBusiness,
  endSessions,
  findSessionFamily,
  isMember,
  listMemberships,
} from './session.queries.ts';

export const freshMinutes = 10;

const familyLength = 22;
const newFamily = () => randomBytes(16).toString('base64url');
const familyOf = (refresh: string) => hashToken(refresh.slice(0, familyLength));

export type OpenedSession = { stage: 'full' | 'otp'; tokens: Tokens };

/**
 * Begins the session of a person whose identity was just proved. Every way in ends here, so that one place will
 * decide on the second step.
 */
export async function beginSession(
  tx: Tx,
  userId: number,
  userAgent: string,
  businessId?: number,
): Promise<OpenedSession> {
  await setScope(tx, { userId });
  const family = newFamily();
  const tokens = { access: newToken(), refresh: family + newToken() };
  const now = tx.now();
  await tx.db
    .insertInto('sessions')
    .values({
      user_id: userId,
      business_id: businessId ?? (await chooseBusiness(tx, userId)),
      stage: 'full',
      access_hash: hashToken(tokens.access),
      access_expires_at: addMinutes(now, accessMinutes),
      family_hash: hashToken(family),
      refresh_hash: hashToken(tokens.refresh),
      fresh_until: addMinutes(now, freshMinutes),
      created_at: now,
      expires_at: addMinutes(now, sessionDays * 24 * 60),
      user_agent: userAgent,
    })
    .execute();
  return { stage: 'full', tokens };
}

/** Hands the tokens over the way the caller asked for. */
export function handOver(
  opened: OpenedSession,
  carriedBy: 'cookie' | 'header',
  setCookies: (tokens: Tokens) => void,
): SignedIn {
  const { stage, tokens } = opened;
  if (carriedBy === 'header') return { stage, token: tokens.access, refreshToken: tokens.refresh };
  setCookies(tokens);
  return { stage };
}

function lockSession(tx: Tx, id: number) {
  return tx.db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'business_id', 'stage', 'refresh_hash', 'previous_refresh_hash'])
    .select(['rotated_at', 'successor', 'expires_at', 'revoked_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

type Row = NonNullable<Awaited<ReturnType<typeof lockSession>>>;

/**
 * The next pair of tokens; null where the token opens nothing. A lost answer can be asked for again for ten
 * seconds; later a token seen twice is a stolen one, and the whole family ends.
 */
export async function rotateSession(
  tx: Tx,
  refresh: string,
  secretKey: Buffer,
): Promise<OpenedSession | null> {
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
  await endSessions(tx, row.user_id, 'refresh token used twice', { only: row.id });
  await logReuse(tx, row);
  return null;
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
      successor: seal(secretKey, 'session-successor', `${tokens.access} ${tokens.refresh}`),
    })
    .where('id', '=', row.id)
    .execute();
  return { stage: row.stage === 'otp' ? 'otp' : 'full', tokens };
}

/** The theft stands in the audit log of the business the session was in. */
async function logReuse(tx: Tx, row: Row): Promise<void> {
  if (row.business_id === null) return;
  await setScope(tx, { userId: row.user_id, businessId: row.business_id });
  await tx.db
    .insertInto('audit_entries')
    .values({
      business_id: row.business_id,
      user_id: row.user_id,
      endpoint: 'auth.refresh-reused',
      entity_id: String(row.id),
      request_id: '-',
      at: tx.now(),
    })
    .execute();
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
    .select(['id', 'name', 'email', 'locale'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const businesses = await listMemberships(tx);
  return {
    user: { id: user.id, name: user.name, email: user.email },
    business: businesses.find(({ id }) => id === actor.businessId) ?? null,
    businesses,
    roles: actor.roles,
    locale: user.locale === 'en' ? 'en' : 'pt',
    twoStep: false,
  };
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
  return readSession(tx, { ...actor, businessId, roles });
}
