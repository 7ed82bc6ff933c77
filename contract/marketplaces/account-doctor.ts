import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { centavos, count, idParams, instant } from '../primitives.ts';
import { marketplaceAccount } from './marketplace-account.ts';

/** Notifications that a marketplace sends, and by which its silence can be noticed. */
export const watchedTopics = ['order', 'question', 'message', 'claim'] as const;
export const sweptThings = ['orders', 'questions', 'chats', 'reviews', 'reputations', 'listings'] as const;

/**
 * Findings, the most severe first; `mend` is the button that repairs it, null if nobody here can: then a text explains
 * what helps.
 */
export const findingKinds = [
  'disconnected',
  'authorization_ends',
  'token_over',
  'not_answering',
  'silent_topic',
  'sweep_late',
  'pushes_late',
  'ads_failed',
  'clock_off',
  'calls_failing',
  'answers_parked',
  'missed',
  'rates_stale',
] as const;
export type FindingKind = (typeof findingKinds)[number];
export const mends = ['reconnect', 'renew', 'retry', 'listen', 'sync', 'ads', 'rates'] as const;
export type Mend = (typeof mends)[number];

const finding = z
  .object({
    kind: z.enum(findingKinds),
    severity: z.enum(['bad', 'attention']),
    mend: z.enum(mends).nullable(),
    /** Its subject, if there are several: a topic or a sweep. */
    about: z.enum([...watchedTopics, ...sweptThings]).nullable(),
    count: count.nullable(),
    /** Its beginning, or its end if that is known. */
    at: instant.nullable(),
  })
  .meta({ id: 'AccountFinding' });
export type AccountFinding = z.output<typeof finding>;

export const accountCall = z
  .object({
    at: instant,
    method: z.string(),
    path: z.string(),
    /** Null: no answer. */
    status: z.number().nullable(),
    milliseconds: count,
    /** Of a refusal, as the marketplace calls it. */
    code: z.string(),
  })
  .meta({ id: 'AccountCall' });
export type AccountCall = z.output<typeof accountCall>;

const doctorView = z
  .object({
    account: marketplaceAccount,
    findings: z.array(finding),
    /** `expiresAt` null: access lasts until it is revoked. */
    token: z.object({ issuedAt: instant.nullable(), expiresAt: instant.nullable() }).nullable(),
    /** `heardAt`: the last notification. `happenedAt`: the newest known event, from any source. */
    topics: z.array(
      z.object({
        what: z.enum(watchedTopics),
        heardAt: instant.nullable(),
        happenedAt: instant.nullable(),
        isSilent: z.boolean(),
      }),
    ),
    sweeps: z.array(z.object({ what: z.enum(sweptThings), at: instant.nullable(), isLate: z.boolean() })),
    /** Notifications that the marketplace lists as lost; null if it has no such list. */
    missed: z.object({ count, at: instant.nullable() }).nullable(),
    /** Ads in error, by the reason of the marketplace or of the product. */
    failedAds: z.array(z.object({ code: z.string(), message: z.string(), count })),
    waitingPushes: z.object({ count, oldestAt: instant.nullable() }),
    /** How far the marketplace's clock is ahead of ours; null: unknown. */
    clockAheadMilliseconds: z.number().nullable(),
    calls: z.array(accountCall),
    /**
     * Fees of recent sales at the prices of their ads: those of the typed rates, and those the marketplace charged. Null
     * if no rates are typed or no fee is known.
     */
    fees: z.object({ sales: count, sold: centavos, expected: centavos, paid: centavos }).nullable(),
  })
  .meta({ id: 'AccountDoctor' });
/** Named, so that the compiler writes its name wherever the whole API is written down. */
export interface AccountDoctor extends z.output<typeof doctorView> {}
export interface GivenDoctor extends z.input<typeof doctorView> {}
const accountDoctor: z.ZodType<AccountDoctor, GivenDoctor> = doctorView;

const doctor = {
  permission: 'accounts.reconnect',
  params: idParams,
  response: accountDoctor,
  method: 'POST',
} as const;

/** The health of an account's connection, and its repairs. */
export const accountDoctors = entity('accountDoctors', {
  detail: endpoint({
    ...doctor,
    method: 'GET',
    permission: 'accounts.read',
    path: '/marketplace-accounts/:id/doctor',
    summary:
      'Token, notifications, sweeps, ads in error, waiting pushes, clock and last calls, with findings',
  }),
  check: endpoint({
    ...doctor,
    path: '/marketplace-accounts/:id/doctor/check',
    summary: 'Test the connection: request the seller’s identity from the marketplace now',
    touches: ['marketplaceAccounts'],
    limit: { max: 30, seconds: 600, by: 'session' },
  }),
  listen: endpoint({
    ...doctor,
    path: '/marketplace-accounts/:id/doctor/listen',
    summary: 'Renew the subscriptions of the account and read everything that was missed',
    errors: ['account_disconnected'],
    touches: ['marketplaceAccounts'],
    limit: { max: 30, seconds: 600, by: 'session' },
  }),
});
