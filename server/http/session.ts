import { hash, randomBytes } from 'node:crypto';
import { keyPrefix } from '#contract/business/api-key.ts';
import {
  type Locale,
  localeCookie,
  locales,
  negotiateLocale,
  readAcceptLanguage,
} from '#contract/messages/locale.ts';
import {
  type BusinessType,
  can,
  type Permission,
  type Role,
  type SupplierSwitch,
  warehouseScoped,
} from '#contract/permissions.ts';
import { prepared } from '#server/db/prepared.ts';
import { type Scope, setScope, type Tx } from '#server/db/transaction.ts';
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';

/** The person or program that acts, their business and their rights; read again for every request. */
export type Actor = {
  sessionId: number;
  userId: number;
  businessId: number;
  businessType: BusinessType;
  /** The floor station at which the person signed in by PIN. */
  stationId: number | null;
  /** The API key of a program, which acts in the name of the person who created it. */
  keyId: number | null;
  roles: Role[];
  /** Acts that the owner grants to the supplier role. */
  supplierMay: SupplierSwitch[];
  /** null: every warehouse. */
  warehouseIds: number[] | null;
  stage: 'full' | 'otp';
  freshUntil: Date | null;
  /** The time from which the business requires a second step of this person, who has none. */
  twoStepDue: Date | null;
  locale: Locale;
};

export type Tokens = { access: string; refresh: string };
/** `refresh` absent: the session ends with its access token. */
export type Handed = { access: string; refresh?: string };

export const accessMinutes = 10;
export const sessionDays = 30;
export const graceSeconds = 10;
/** How long a browser is recognized after a sign-in. */
export const deviceDays = 400;

/** 256 random bits, safe in a URL and in a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

type Row = {
  session_id: number;
  user_id: number;
  business_id: number | null;
  business_type: BusinessType | null;
  roles: Role[] | null;
  warehouse_ids: number[] | null;
  stage: 'full' | 'otp';
  fresh_until: Date | null;
  locale: Locale;
  two_step_due: Date | null;
  station_id: number | null;
  station_warehouse_id: number | null;
  supplier_may: SupplierSwitch[] | null;
};

const open = prepared((db, { digest, now }: { digest: Buffer; now: Date }) => ({
  compile: () => sql<Row>`select * from open_session(${digest}, ${now})`.compile(db),
}));
/** Finds the session of an access token and binds the transaction to its user and business; null: none. */
export async function openSession(tx: Tx, credential: Credential): Promise<Actor | null> {
  if (credential.by === 'key') return openKey(tx, credential);
  const [row] = await open(tx, {
    digest: credential.digest,
    now: tx.now(),
  });
  if (!row) return null;
  const stationId = row.station_id;
  tx.scope = { userId: row.user_id, businessId: row.business_id, stationId };
  const roles = row.roles ?? [];
  const warehouseIds = reachOf(roles, row.warehouse_ids);
  const here = row.station_warehouse_id;
  // A person without access to a warehouse has no access at its stations.
  if (here !== null && warehouseIds !== null && !warehouseIds.includes(here)) return null;
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    // No business: removed from the last one; no permission is granted, and no row is visible.
    businessId: row.business_id ?? 0,
    businessType: row.business_type ?? 'sales',
    roles,
    stationId,
    keyId: null,
    supplierMay: row.supplier_may ?? [],
    warehouseIds: here === null ? warehouseIds : [here],
    stage: row.stage,
    freshUntil: row.fresh_until,
    twoStepDue: row.two_step_due,
    locale: row.locale,
  };
}

type KeyRow = {
  key_id: number;
  user_id: number;
  business_id: number;
  business_type: BusinessType;
  role: Role;
  locale: Locale;
};

const byKey = prepared((db, { digest, now }: { digest: Buffer; now: Date }) => ({
  compile: () => sql<KeyRow>`select * from open_key(${digest}, ${now})`.compile(db),
}));
/** A key is never fresh, and no second step is required of a program: its creator has completed theirs. */
async function openKey(tx: Tx, { digest }: Credential): Promise<Actor | null> {
  const [row] = await byKey(tx, { digest, now: tx.now() });
  if (!row) return null;
  const actor: Actor = {
    sessionId: 0,
    userId: row.user_id,
    businessId: row.business_id,
    businessType: row.business_type,
    stationId: null,
    keyId: row.key_id,
    roles: [row.role],
    supplierMay: [],
    warehouseIds: null,
    stage: 'full',
    freshUntil: null,
    twoStepDue: null,
    locale: row.locale,
  };
  tx.scope = scopeOf(actor);
  return actor;
}

/** The name of a caller in limits. */
export function callerOf({ keyId, sessionId }: Pick<Actor, 'keyId' | 'sessionId'>): string {
  return keyId === null ? `session ${sessionId}` : `key ${keyId}`;
}

/** The warehouses that roles reach; null: all. */
export function reachOf(roles: readonly Role[], assigned: number[] | null): number[] | null {
  return roles.some((role) => !warehouseScoped.includes(role)) ? null : assigned;
}

/** Stores the expiry that was just observed: of the token, and of the time in which a password counts as fresh. */
export async function storeExpired(tx: Tx, credential: Credential): Promise<void> {
  if (credential.by === 'key') return storeExpiredKey(tx, credential);
  const now = tx.now();
  const { rows } = await sql<{ id: number; user_id: number }>`
    select * from find_expired_session(${credential.digest}, ${now})`.execute(tx.db);
  const [found] = rows;
  if (!found) return;
  await setScope(tx, { userId: found.user_id });
  await sql`update sessions set
      access_expires_at = case when access_expires_at <= ${now} then '-infinity' else access_expires_at end,
      fresh_until = case when fresh_until <= ${now} then null else fresh_until end
    where id = ${found.id}`.execute(tx.db);
}

async function storeExpiredKey(tx: Tx, { digest }: Credential): Promise<void> {
  const { rows } = await sql<{ id: number; business_id: number }>`
    select * from find_expired_key(${digest}, ${tx.now()})`.execute(tx.db);
  const [found] = rows;
  if (!found) return;
  await setScope(tx, { businessId: found.business_id });
  await tx.db.updateTable('api_keys').set({ seen_expired: true }).where('id', '=', found.id).execute();
}

export function scopeOf({ userId, businessId, stationId, keyId }: Actor): Scope {
  return { userId, businessId: businessId || null, stationId, keyId };
}

export function actorCan(actor: Actor, permission: Permission): boolean {
  return (
    actor.stage === 'full' &&
    can({ ...actor, atStation: actor.stationId !== null, byKey: actor.keyId !== null }, permission)
  );
}

/** Names with a prefix that the browser accepts on secure origins only, if the origin is secure. */
export function cookieNames(request: FastifyRequest) {
  const secure = request.protocol === 'https' || ['localhost', '127.0.0.1', '::1'].includes(request.hostname);
  return secure
    ? {
        access: '__Host-easy-access',
        refresh: '__Host-easy-refresh',
        device: '__Host-easy-device',
        station: '__Host-easy-station',
        secure,
      }
    : {
        access: 'easy-access',
        refresh: 'easy-refresh',
        device: 'easy-device',
        station: 'easy-station',
        secure,
      };
}

/** `device` stays at sign-out: it makes the browser recognizable. */
export function setSessionCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  tokens: Handed,
  device?: string,
): void {
  const { access, refresh, secure } = cookieNames(request);
  const cookie = { path: '/', httpOnly: true, secure, sameSite: 'strict' } as const;
  reply.setCookie(access, tokens.access, { ...cookie, maxAge: accessMinutes * 60 });
  if (tokens.refresh === undefined) reply.clearCookie(refresh, cookie);
  else reply.setCookie(refresh, tokens.refresh, { ...cookie, maxAge: sessionDays * 86_400 });
  if (device !== undefined) setKnownCookie(request, reply, 'device', device);
}

/** What makes a browser recognizable, or a floor station. */
export type KnownAs = 'device' | 'station';

export function setKnownCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  as: KnownAs,
  token: string,
): void {
  const names = cookieNames(request);
  const cookie = { path: '/', httpOnly: true, secure: names.secure, sameSite: 'strict' } as const;
  reply.setCookie(names[as], token, { ...cookie, maxAge: deviceDays * 86_400 });
}

/** The token of a recognized browser; any other text is ignored. */
export function knownTokenOf(request: FastifyRequest, as: KnownAs): string | undefined {
  const token = request.cookies[cookieNames(request)[as]];
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}

export function clearSessionCookies(request: FastifyRequest, reply: FastifyReply): void {
  const { access, refresh, secure } = cookieNames(request);
  for (const name of [access, refresh])
    reply.clearCookie(name, { path: '/', secure, httpOnly: true, sameSite: 'strict' });
}

export type Credential = {
  by: 'cookie' | 'header' | 'key';
  /** The form in which the database stores the token. */
  digest: Buffer;
  /** The same for limits, which outlive the request. */
  key: string;
};

const credentials = new WeakMap<FastifyRequest, Credential | null>();

/** The header takes precedence: a client sets it deliberately, while a cookie is sent automatically. Read once per request. */
export function credentialOf(request: FastifyRequest, tokenHeader: string): Credential | null {
  const known = credentials.get(request);
  if (known !== undefined) return known;
  const header = request.headers[tokenHeader.toLowerCase()];
  const isHeader = typeof header === 'string' && header !== '';
  const token = isHeader ? header.replace(/^Bearer\s+/i, '') : request.cookies[cookieNames(request).access];
  const digest = token ? hashToken(token) : null;
  const credential: Credential | null = digest && {
    by: isHeader ? (token?.startsWith(keyPrefix) ? 'key' : 'header') : 'cookie',
    digest,
    key: digest.toString('base64'),
  };
  credentials.set(request, credential);
  return credential;
}

/** A write with a cookie must come from a page of the product. */
export function isSameOrigin(request: FastifyRequest, appUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (typeof site === 'string') return site === 'same-origin' || site === 'none';
  const origin = request.headers.origin;
  if (typeof origin !== 'string') return true;
  return origin === appUrl || origin === `${request.protocol}://${request.host}`;
}

export function localeOf(request: FastifyRequest): Locale {
  const chosen = request.cookies[localeCookie];
  const isLocale = (value: string | undefined): value is Locale => locales.some((locale) => locale === value);
  if (isLocale(chosen)) return chosen;
  return negotiateLocale(readAcceptLanguage(request.headers['accept-language']));
}
