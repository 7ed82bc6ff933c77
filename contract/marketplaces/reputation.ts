import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { count, day, id, idParams, instant } from '../primitives.ts';
import { reputationFigure, reputationLimit, toldLevel, toldMedal } from './reputation-figures.ts';
import { reputationRisks } from './reputation-risk.ts';

/** A stored reading of the marketplace's data. */
export const reputationReading = z.object({
  /** Null: too few sales for one. */
  level: toldLevel.nullable(),
  medal: toldMedal.nullable(),
  /** Shown better than it is, until then; `level` is the true one. */
  protection: z.object({ until: instant.nullable(), level: toldLevel.nullable() }).nullable(),
  sales: count.nullable(),
  days: count.nullable(),
  figures: z.array(reputationFigure),
  /** Date of the limits in our table; null: they came with the figures. */
  limitsPublishedOn: day.nullable(),
});
export type ReputationReading = z.output<typeof reputationReading>;

/** Open sales and claims that may count, the most severe first. */
export const threatKinds = [
  /** Past its dispatch limit. */
  'late',
  /** To be dispatched before the day is over. */
  'due_today',
  /** Its supplier refused it or is short: without action it will be canceled. */
  'refused',
  'short',
  /** It is canceled here, and the marketplace does not know it yet. */
  'canceling',
  'cancel_asked',
  'claim',
] as const;
export type ThreatKind = (typeof threatKinds)[number];

const threat = z.object({
  kind: z.enum(threatKinds),
  sale: z.object({ id, number: z.string() }).nullable(),
  /** The thread of a claim. */
  chat: id.nullable(),
  buyer: z.string(),
  /** Dispatch limit, or until when an answer keeps a claim from counting. */
  until: instant.nullable(),
});
export type ReputationThreat = z.output<typeof threat>;

const figureBesideLimits = reputationFigure.extend({
  limits: z.array(
    reputationLimit.extend({
      /** Null: the value is unknown. */
      kept: z.boolean().nullable(),
      /** Remaining cases, an estimate; negative if the limit is exceeded, null if unknown or without a level. */
      spare: z.int().nullable(),
    }),
  ),
  /** Null: the value or its limit is unknown, or there are too few sales for a level. */
  risk: z.enum(reputationRisks).nullable(),
  /** Our open sales that may count in it. */
  threats: count,
});
export type FigureBesideLimits = z.output<typeof figureBesideLimits>;

const reputationView = z
  .object({
    /** False: this marketplace publishes no reputation. */
    isTold: z.boolean(),
    readAt: instant.nullable(),
    /** The last failed try; the values are then of `readAt`. */
    failedAt: instant.nullable(),
    failure: z.enum(['no_answer', 'refused']).nullable(),
    risk: z.enum(reputationRisks).nullable(),
    reading: reputationReading.omit({ figures: true }).nullable(),
    figures: z.array(figureBesideLimits),
    threats: z.object({
      counts: z.array(z.object({ kind: z.enum(threatKinds), count })),
      /** The most pressing fifty. */
      items: z.array(threat),
    }),
    /** One for each day on which it was read, of the last ninety. */
    days: z.array(
      z.object({
        day,
        level: toldLevel.nullable(),
        figures: z.array(z.object({ code: z.string(), value: z.number().nullable() })),
      }),
    ),
  })
  .meta({ id: 'Reputation' });
/** Named, so that the compiler writes its name wherever the whole API is written down. */
export interface ReputationView extends z.output<typeof reputationView> {}
export interface GivenReputation extends z.input<typeof reputationView> {}
const reputation: z.ZodType<ReputationView, GivenReputation> = reputationView;

/** The reputation of an account's seller at the marketplace, and sales that may change it. */
export const reputations = entity('reputations', {
  detail: endpoint({
    method: 'GET',
    path: '/marketplace-accounts/:id/reputation',
    permission: 'accounts.read',
    summary:
      'Reputation figures with their limits as last read, open sales that threaten them, and stored days',
    params: idParams,
    response: reputation,
  }),
  read: endpoint({
    method: 'POST',
    path: '/marketplace-accounts/:id/reputation/read',
    permission: 'accounts.reconnect',
    summary: 'Read the reputation from the marketplace now; a failure is stored with the last figures',
    params: idParams,
    response: reputation,
    errors: ['account_disconnected', 'marketplace_unavailable', 'marketplace_refused', 'state_conflict'],
    touches: ['marketplaceAccounts'],
    limit: { max: 30, seconds: 600, by: 'session' },
  }),
});
