import { addMinutes } from '#contract/dates.ts';
import type {
  AccountDoctor,
  AccountFinding,
  FindingKind,
  Mend,
} from '#contract/marketplaces/account-doctor.ts';

/** More than an honest clock and a slow response explain together. */
const clockToleranceMs = 60_000;
const latePushMinutes = 10;
const renewalMinutes = 10;
/** Consecutive failures among the last calls. */
const failuresInARow = 3;
/** Fewer sales may be exceptions. */
const fewestSales = 5;
/** Of what was sold: rates that differ by more make margins wrong by a whole percentage point. */
const toleratedShare = 0.01;

/** Null: it ends by itself, or is solved elsewhere. */
const mendOf: Record<FindingKind, Mend | null> = {
  disconnected: 'reconnect',
  authorization_ends: 'reconnect',
  token_over: 'renew',
  not_answering: null,
  silent_topic: 'listen',
  sweep_late: 'listen',
  pushes_late: 'sync',
  ads_failed: 'ads',
  clock_off: null,
  calls_failing: 'retry',
  answers_parked: 'listen',
  missed: 'listen',
  rates_stale: 'rates',
};

type Facts = Omit<AccountDoctor, 'findings'>;
type Found = Partial<Pick<AccountFinding, 'about' | 'count' | 'at'>>;

/** Problems of a connection, the most severe first. A disconnected account has no other findings. */
export function findingsOf(facts: Facts, now: Date): AccountFinding[] {
  const found: AccountFinding[] = [];
  const add = (kind: FindingKind, severity: AccountFinding['severity'], more: Found = {}) =>
    found.push({ kind, severity, mend: mendOf[kind], about: null, count: null, at: null, ...more });
  const { account, token, clockAheadMilliseconds: ahead, waitingPushes, fees } = facts;
  if (account.state === 'disconnected') add('disconnected', 'bad');
  else addOfConnected(facts, now, add);
  if (ahead !== null && Math.abs(ahead) > clockToleranceMs)
    add('clock_off', 'bad', { count: Math.round(Math.abs(ahead) / 1000) });
  if (token?.expiresAt && new Date(token.expiresAt) < addMinutes(now, -renewalMinutes))
    add('token_over', 'attention', { at: token.expiresAt });
  const oldest = waitingPushes.oldestAt;
  if (oldest && new Date(oldest) < addMinutes(now, -latePushMinutes))
    add('pushes_late', 'bad', { at: oldest, count: waitingPushes.count });
  const ads = facts.failedAds.reduce((sum, { count }) => sum + count, 0);
  if (ads > 0) add('ads_failed', 'attention', { count: ads });
  if (fees && areStale(fees)) add('rates_stale', 'attention', { count: fees.sales });
  if (account.parkedAnswers.length > 0)
    add('answers_parked', 'attention', { count: account.parkedAnswers.length });
  return found.toSorted((one, two) => Number(two.severity === 'bad') - Number(one.severity === 'bad'));
}

const areStale = ({ sales, sold, expected, paid }: NonNullable<Facts['fees']>) =>
  sales >= fewestSales && Math.abs(paid - expected) > sold * toleratedShare;

function addOfConnected(
  { account, topics, sweeps, missed, calls }: Facts,
  now: Date,
  add: (kind: FindingKind, severity: AccountFinding['severity'], more?: Found) => void,
): void {
  if (account.authorizationEndsAt) add('authorization_ends', 'bad', { at: account.authorizationEndsAt });
  if (account.retryAt) add('not_answering', 'bad', { at: account.retryAt });
  const last = calls.slice(0, failuresInARow);
  if (last.length === failuresInARow && last.every(({ status }) => status === null || status >= 500))
    add('calls_failing', 'bad', { at: last[0]?.at ?? null });
  for (const { what, heardAt } of topics.filter(({ isSilent }) => isSilent))
    add('silent_topic', 'bad', { about: what, at: heardAt });
  for (const { what, at } of sweeps.filter(({ isLate }) => isLate))
    add('sweep_late', 'bad', { about: what, at });
  if (missed?.at && new Date(missed.at) > addMinutes(now, -24 * 60))
    add('missed', 'attention', { count: missed.count, at: missed.at });
}
