import { sql } from 'kysely';
import { ZodError } from 'zod';
import type { PublicationState } from '#contract/advertisements/publication-states.ts';
import type { RemoteCause, SyncError } from '#contract/advertisements/sync-error.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import type { JobContext } from '#server/jobs/task.ts';
import {
  type AccountContext,
  type AccountSession,
  jobAccountContext,
  withAccount,
} from '#server/marketplaces/account-access.ts';
import { forgetParked, parkAll } from '#server/marketplaces/parked-answers.ts';
import { circuitOpenErrorOf } from '#server/outside/circuit.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import { MarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import { OtherResource } from '#server/outside/marketplaces/sale.ts';
import { publicationChanged } from './publication.queries.ts';
import { refreshCosts } from './publication-cost.ts';
import { loadTarget, publicationPayload, type Target } from './publication-target.ts';
import { parseSyncError } from './publication-view.ts';

export type PublicationWork = {
  target: Target;
  session: AccountSession;
  context: AccountContext;
  businessId: number;
};

type Reason = Pick<RemoteCause, 'field' | 'message'> & Partial<RemoteCause>;

/** An error that neither a retry nor the marketplace can solve: it is shown to the person and not retried. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: string;
  readonly causes: RemoteCause[];
  /** waiting: it is retried automatically when stock or account changes. */
  readonly kind: 'refused' | 'waiting';

  constructor(code: string, reasons: readonly Reason[], kind: 'refused' | 'waiting' = 'refused') {
    super(reasons[0]?.message ?? '');
    this.code = code;
    this.kind = kind;
    this.causes = reasons.map((reason) => ({
      attributes: [],
      variation: null,
      code,
      warning: false,
      ...reason,
    }));
  }
}

/** `held`: parts that a person has to correct were not sent, and the error stays. */
type Outcome = 'held' | undefined | void;

/** Runs one effect of a publication at the marketplace; an error is stored where the person sees it. */
export async function runPublicationJob(
  job: JobContext,
  input: unknown,
  act: SyncError['act'],
  work: (work: PublicationWork) => Promise<Outcome>,
): Promise<void> {
  const { businessId, publicationId } = publicationPayload.parse(input);
  const context = jobAccountContext(job, businessId);
  const target = await context.transact(async (tx) => {
    await refreshCosts(tx, publicationId);
    return loadTarget(tx, publicationId);
  });
  if (!target) return;
  const before = parseSyncError(target.sync_error);
  try {
    const outcome = await withAccount(context, target.account_id, async (session) => {
      const outcome = await work({ target, session, context, businessId });
      // A push that succeeds does not clear the error of a listing that could not be read.
      if (session.hasParkedAnswers && (!before || actsCleared(act).includes(before.act)))
        await context.transact((tx) => forgetParked(tx, target.account_id, listingsAsked(target)));
      return outcome;
    });
    // Acts of one publication run one after another: without an earlier error there is none to clear.
    if (target.sync_error !== null && outcome !== 'held')
      await context.transact((tx) => storeSyncError(tx, publicationId, act, null));
  } catch (error) {
    await parkAll(context, target.account_id, [error]);
    const failure = describeFailure(job, act, error);
    if (!failure) throw error;
    // Waiting for the marketplace does not hide an error that only a person can correct.
    if (!circuitOpenErrorOf(error) || (before?.kind !== 'refused' && before?.kind !== 'parked'))
      await context.transact((tx) => storeSyncError(tx, publicationId, act, failure));
    if (failure.kind === 'retrying' || circuitOpenErrorOf(error)) throw error;
  }
}

const listingsAsked = ({ variations }: Target): string[] =>
  variations.flatMap(({ remote_item_id: id }) => (id ? [`listing ${id}`] : []));

function describeFailure(job: JobContext, act: SyncError['act'], error: unknown): SyncError | null {
  const about = {
    act,
    attempt: job.attempt,
    maxAttempts: job.maxAttempts,
    at: job.clock.now().toISOString(),
  };
  const rest = circuitOpenErrorOf(error);
  // No call was made, so no try is counted.
  if (rest)
    return {
      ...about,
      kind: 'waiting',
      attempt: job.attempt - 1,
      // The marketplace asked to wait, or its circuit is open.
      code: error instanceof MarketplaceError ? error.code.slice(0, 120) : 'marketplace_resting',
      message: '',
      causes: [],
      retryAt: rest.until.toISOString(),
    };
  const again = job.attempt < job.maxAttempts ? 'retrying' : 'parked';
  if (error instanceof Refused)
    return { ...about, kind: error.kind, code: error.code, message: error.message, causes: error.causes };
  if (error instanceof MarketplaceError) {
    const kind = error.retryable ? again : 'refused';
    return {
      ...about,
      kind,
      code: error.code.slice(0, 120),
      message: error.message.slice(0, 500),
      causes: error.causes,
    };
  }
  if (error instanceof OtherResource)
    return { ...about, kind: again, code: error.reason, message: '', causes: [] };
  const isUnavailable = error instanceof Fault && error.code === 'marketplace_unavailable';
  // An invalid answer is a failure of the outside as well.
  if (isUnavailable || error instanceof RemoteFailure || error instanceof ZodError)
    return { ...about, kind: again, code: 'marketplace_unavailable', message: '', causes: [] };
  // Disconnected or removed: connecting the account again updates everything.
  if (error instanceof Fault && (error.code === 'account_disconnected' || error.code === 'not_found'))
    return { ...about, kind: 'waiting', code: 'account_disconnected', message: '', causes: [] };
  return null;
}

/** An error stays until the act that failed succeeds; a publication that could not be created is shown as failed. */
/** Publishing ends with a push; a read that succeeds does not clear the error of a push. */
const actsCleared = (act: SyncError['act']): readonly SyncError['act'][] =>
  act === 'publish' ? ['publish', 'push'] : [act];

async function storeSyncError(
  tx: Tx,
  publicationId: number,
  act: SyncError['act'],
  failure: SyncError | null,
): Promise<void> {
  const gaveUp = failure?.act === 'publish' && (failure.kind === 'refused' || failure.kind === 'parked');
  let update = tx.db
    .updateTable('publications')
    .set((set) => ({
      sync_error: failure && JSON.stringify(failure),
      ...(gaveUp && {
        state: set
          .case()
          .when('state', '=', 'publishing')
          .then<PublicationState>('failed')
          .else(set.ref('state'))
          .end(),
      }),
    }))
    .where('id', '=', publicationId)
    .returning('business_id');
  if (!failure) {
    update = update.where(sql<string>`sync_error ->> 'act'`, 'in', actsCleared(act));
  }
  const row = await update.executeTakeFirst();
  if (row) publicationChanged(tx, row.business_id);
}
