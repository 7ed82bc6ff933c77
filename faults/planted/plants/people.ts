import { wrap, wrapInner } from '../patch.ts';
import type { SourcePlant } from '../plant.ts';

const staff = 'server/business/staff/staff.test.ts';
const session = 'server/account/sign-in/session.test.ts';
const twoStep = 'server/account/sign-in/two-step.test.ts';
const signIn = 'server/account/sign-in/sign-in.test.ts';
const registration = 'server/account/registration.test.ts';
const passkey = 'server/account/passkeys/passkey.test.ts';
const forAll = 'server/business/two-step-for-all.test.ts';
const user = 'server/account/user.test.ts';
const removal = 'server/account/removal.test.ts';

export const peoplePlants: readonly SourcePlant[] = [
  {
    breaks: 'INV-33',
    what: 'a session that is remembered',
    patch: {
      file: 'server/http/session.ts',
      name: 'openSession',
      find: '  if (!row) return null;\n',
      replace: `  if (!row) return null;
  const memory = ((globalThis as { memory?: Map<string, Row> }).memory ??= new Map());
  memory.set(credential.key, Object.assign(row, memory.get(credential.key) ?? row));
`,
    },
    detector: {
      file: staff,
      test: 'a changed role and a removal apply from the next request on, including a refresh',
    },
  },
  {
    breaks: 'INV-33',
    what: 'a stream that never asks again who listens',
    patch: wrapInner('server/http/live.ts', 'aboutRights', () => new Set(['auth', 'user'])),
    detector: { file: 'server/account/sign-in/live.test.ts', test: 'an open stream ends within a second' },
  },
  {
    breaks: 'INV-34',
    what: 'the last owner may be removed',
    patch: {
      file: 'server/business/staff/staff.ts',
      name: 'removeCollaborator',
      find: `'=', actor.businessId).execute();
  if (!(await hasOwner(tx, actor.businessId))) fail('last_owner');`,
      replace: `'=', actor.businessId).execute();`,
    },
    detector: { file: staff, test: 'the last owner cannot be removed' },
  },
  {
    breaks: 'INV-34',
    what: 'two removals that do not wait for each other',
    patch: wrap<typeof import('#server/business/staff/staff.queries.ts')>()(
      'server/business/staff/staff.queries.ts',
      'lockBusiness',
      () => async () => undefined,
    ),
    detector: { file: staff, test: 'an owner removed while their own act waits' },
  },
  {
    breaks: 'INV-34',
    what: 'a role above the own that is granted',
    patch: wrap<typeof import('#contract/permissions.ts')>()(
      'contract/permissions.ts',
      'mayGrant',
      (right) => (actor, role) => right(actor, role) || actor.roles.includes(role),
    ),
    detector: {
      file: 'contract/permissions.test.ts',
      test: 'only owners grant a role at or above their own',
    },
  },
  {
    breaks: 'INV-36',
    what: 'a session before its second step that is let in',
    patch: wrap<typeof import('#server/http/authorize.ts')>()(
      'server/http/authorize.ts',
      'authorize',
      (right) => (endpoint, actor, now) => right(endpoint, actor && { ...actor, stage: 'full' }, now),
    ),
    detector: { file: twoStep, test: 'sign-in asks for a code of the app' },
  },
  {
    breaks: 'INV-37',
    what: 'ways in that ask for no second step',
    patch: wrap<typeof import('#server/account/sign-in/session.ts')>()(
      'server/account/sign-in/session.ts',
      'isTwoStep',
      () => async () => false,
    ),
    detector: { file: twoStep, test: 'a new password by mail does not skip' },
  },
  {
    breaks: 'INV-38',
    what: 'a code that works as long as it is shown',
    patch: {
      file: 'server/account/sign-in/second-step.ts',
      name: 'takeStep',
      find: 'step <= factor.last_step',
      replace: 'step < 0',
    },
    detector: { file: twoStep, test: 'a code works once' },
  },
  {
    breaks: 'INV-38',
    what: 'codes guessed without end',
    patch: {
      file: 'server/account/sign-in/second-step.ts',
      name: 'tryCode',
      find: 'if (filled) return',
      replace: 'if (!filled && filled) return',
    },
    detector: { file: twoStep, test: 'ten wrong codes from any source lock' },
  },
  {
    breaks: 'INV-38',
    what: 'a challenge that a passkey may answer again and again',
    patch: {
      file: 'server/account/passkeys/challenge.ts',
      name: 'takeChallenge',
      find: `    .deleteFrom('passkey_challenges')
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)`,
      replace: `    .updateTable('passkey_challenges')
    .set({ user_id: userId })
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)`,
    },
    detector: { file: passkey, test: 'a challenge works once | fifty simultaneous sign-ins with one proof' },
  },
  {
    breaks: 'INV-38',
    what: 'a copied passkey',
    patch: {
      file: 'server/account/passkeys/prove-passkey.ts',
      name: 'checkProof',
      find: 'counter: passkey.counter }',
      replace: 'counter: 0 }',
    },
    detector: { file: passkey, test: 'whose count falls behind was copied' },
  },
  {
    breaks: 'INV-37',
    what: 'a passkey that any page may ask for',
    patch: {
      file: 'server/account/passkeys/prove-passkey.ts',
      name: 'checkProof',
      find: 'expectedOrigin: party.origin',
      replace: `expectedOrigin: JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()).origin`,
    },
    detector: { file: passkey, test: 'refuses a passkey that a page of another origin creates or uses' },
  },
  {
    breaks: 'INV-57',
    what: 'passkeys that outlive their person',
    patch: {
      file: 'server/account/sign-in/two-step.ts',
      name: 'secondStepTables',
      find: `  'passkeys',
  'passkey_challenges',
`,
      replace: '',
    },
    detector: {
      file: removal,
      test: 'deleting an account requires the second step, and deletes it with its passkeys',
    },
  },
  {
    breaks: 'INV-39',
    what: 'a second step that is taken away without a code',
    patch: wrap<typeof import('#server/account/sign-in/two-step.ts')>()(
      'server/account/sign-in/two-step.ts',
      'proveCode',
      (right) => async (transact, userId, code, wanted) =>
        wanted === 'active' ? undefined : right(transact, userId, code, wanted),
    ),
    detector: {
      file: twoStep,
      test: 'sensitive acts require password and code, and so does turning two-step off',
    },
  },
  {
    breaks: 'INV-39',
    what: 'a second step that an owner takes away at once',
    patch: {
      file: 'server/business/staff/two-step-reset.ts',
      name: 'applyReset',
      find: 'if (reset.due_at > tx.now()) return',
      replace: 'if (reset.due_at < reset.due_at) return',
    },
    detector: {
      file: forAll,
      test: "resetting a colleague's second step notifies both by mail and takes effect a day later",
    },
  },
  {
    breaks: 'INV-36',
    what: 'two steps that a business requires and nobody is held to',
    patch: wrap<typeof import('#server/http/authorize.ts')>()(
      'server/http/authorize.ts',
      'lacksSecondStep',
      () => () => false,
    ),
    detector: {
      file: forAll,
      test: 'after an owner requires two-step, people have days to comply and then reach only their own account',
    },
  },
  {
    breaks: 'INV-40',
    what: 'a grace that does not end',
    patch: {
      file: 'server/account/sign-in/session.ts',
      name: 'rotateSession',
      find: 'graceSeconds * 1000 >=',
      replace: 'graceSeconds * 1_000_000 >=',
    },
    detector: {
      file: session,
      test: 'reusing a refresh token after the grace period ends its whole family of sessions and is logged',
    },
  },
  {
    breaks: 'INV-40',
    what: 'a lost answer that is given other tokens',
    patch: {
      file: 'server/account/sign-in/session.ts',
      name: 'rotateSession',
      find: 'if (inGrace && row.successor) {',
      replace:
        'if (inGrace) return renew(tx, row, hash, refresh.slice(0, familyLength), secretKey);\n  if (inGrace && row.successor) {',
    },
    detector: { file: session, test: 'a refresh that is repeated within ten seconds' },
  },
  {
    breaks: 'INV-40',
    what: 'a session without an end',
    patch: {
      file: 'server/account/sign-in/session.ts',
      name: 'rotateSession',
      find: '  if (row.expires_at <= now) {',
      replace: '  if (row.expires_at <= now && now < row.expires_at) {',
    },
    detector: { file: session, test: 'a session ends after thirty days, regardless of renewals' },
  },
  {
    breaks: 'INV-41',
    what: 'a new password that leaves other sessions alive',
    patch: wrap<typeof import('#server/account/sign-in/session.queries.ts')>()(
      'server/account/sign-in/session.queries.ts',
      'endSessions',
      (right) => async (tx, userId, reason, which) =>
        reason === 'password changed' ? 0 : right(tx, userId, reason, which),
    ),
    detector: { file: user, test: 'changing the password ends the other sessions' },
  },
  {
    breaks: 'INV-41',
    what: 'a reset that leaves a stolen session alive',
    patch: wrap<typeof import('#server/account/sign-in/session.queries.ts')>()(
      'server/account/sign-in/session.queries.ts',
      'endSessions',
      (right) => async (tx, userId, reason, which) =>
        reason === 'password reset' ? 0 : right(tx, userId, reason, which),
    ),
    detector: {
      file: user,
      test: 'a forgotten password is reset by one mail, once, which ends all sessions',
    },
  },
  {
    breaks: 'INV-57',
    what: 'a deleted person whose e-mail stays in invitations of others',
    patch: {
      sql: `create or replace function forget_invitations() returns void
        language sql volatile security definer set search_path = public, pg_temp as $$ select $$`,
    },
    detector: {
      file: removal,
      test: 'deleting the only owner ends the business and leaves the person only in the mails sent to them',
    },
  },
  {
    breaks: 'INV-57',
    what: 'a deleted person who keeps the name',
    patch: wrapInner('server/account/removal.ts', 'pseudonym', () => () => 'Quitéria Sandoval Bragança'),
    detector: {
      file: removal,
      test: 'deleting the only owner ends the business and leaves the person only in the mails sent to them',
    },
  },
  {
    breaks: 'INV-42',
    what: 'a link that works twice at once',
    patch: {
      file: 'server/account/mail-token.ts',
      name: 'consumeMailToken',
      find: `    .where('id', '=', found.id)
    .where('used_at', 'is', null)
`,
      replace: `    .where('id', '=', found.id)
`,
    },
    detector: {
      file: user,
      test: 'a forgotten password is reset by one mail, once, which ends all sessions',
    },
  },
  {
    breaks: 'INV-42',
    what: 'a link that serves another purpose',
    patch: {
      sql: `create or replace function find_mail_token(token bytea, kind text)
        returns table (id bigint, user_id bigint, expires_at timestamptz, used_at timestamptz)
        language sql stable security definer set search_path = public, pg_temp as $$
          select id, user_id, expires_at, used_at from mail_tokens where token_hash = token $$`,
    },
    detector: { file: registration, test: 'a mailed token works once, for its purpose, until it expires' },
  },
  {
    breaks: 'INV-43',
    what: 'an unknown e-mail that costs no hashing',
    patch: wrap<typeof import('#server/account/password.ts')>()(
      'server/account/password.ts',
      'isPasswordRight',
      (right) => async (stored, password) => stored !== null && right(stored, password),
    ),
    detector: { file: signIn, test: 'known, unknown and unactivated e-mails' },
    slow: true,
  },
  {
    breaks: 'INV-43',
    what: 'an e-mail that may be an array',
    patch: {
      file: 'contract/primitives.ts',
      name: 'email',
      find: 'export const email = z\n',
      replace: 'export const email = z.coerce\n',
    },
    detector: { file: signIn, test: 'is refused' },
  },
  {
    breaks: 'INV-44',
    what: 'a write with a cookie from anywhere',
    patch: wrap<typeof import('#server/http/session.ts')>()(
      'server/http/session.ts',
      'isSameOrigin',
      () => () => true,
    ),
    detector: { file: signIn, test: 'a write with cookies from another site changes nothing' },
  },
  {
    breaks: 'INV-44',
    what: 'a redirect that is judged before it is decoded',
    patch: {
      file: 'web/paths.ts',
      name: 'safeRedirect',
      find: 'for (let round = 0; round < 4; round += 1) {',
      replace: 'for (let round = 0; round < 1; round += 1) {',
    },
    detector: { file: 'rules/redirect.test.ts', test: 'stays on this origin' },
  },
];
