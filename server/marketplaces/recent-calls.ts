import { sql } from 'kysely';
import type { Clock } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { dateOfFailure } from '#server/outside/http.ts';
import { isMarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import type { SellerAnswer } from '#server/outside/marketplaces/seller-session.ts';
import type { Outside } from '#server/outside/outside.ts';

/** The number of calls kept for an account. */
export const callsKept = 20;
const writeEveryMs = 10_000;
const longestPath = 300;

type Seen = {
  at: string;
  method: string;
  path: string;
  status: number | null;
  ms: number;
  code: string;
  ahead: number | null;
};
type Kept = { calls: Seen[]; writtenAt: number };
type Context = { outside: Outside; clock: Clock; transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> };

/** By account, in this process: written from time to time, so that a call needs no transaction of its own. */
const kept = new WeakMap<Outside, Map<number, Kept>>();

function keptOf({ outside }: Pick<Context, 'outside'>, accountId: number): Kept {
  const accounts = kept.get(outside) ?? new Map<number, Kept>();
  kept.set(outside, accounts);
  const found = accounts.get(accountId) ?? { calls: [], writtenAt: 0 };
  accounts.set(accountId, found);
  return found;
}

/** Makes a call and records its result, without its content or token. */
export async function watchCall<R extends Pick<SellerAnswer, 'status'> & Partial<SellerAnswer>>(
  context: Context,
  accountId: number,
  call: { method: string; path: string },
  send: () => Promise<R>,
): Promise<R> {
  const { clock } = context;
  const from = clock.now().getTime();
  const keep = (seen: Pick<Seen, 'status' | 'code' | 'ahead'>) => {
    const { calls } = keptOf(context, accountId);
    const path = (call.path.split('?')[0] ?? '').slice(0, longestPath);
    const ms = clock.now().getTime() - from;
    calls.push({ ...seen, at: new Date(from).toISOString(), method: call.method, path, ms });
    if (calls.length > callsKept) calls.shift();
  };
  const aheadOf = (date: string | undefined) => {
    const said = Date.parse(date ?? '');
    return Number.isNaN(said) ? null : said - clock.now().getTime();
  };
  try {
    const answer = await send();
    keep({ status: answer.status, code: '', ahead: aheadOf(answer.headers?.date) });
    return answer;
  } catch (error) {
    const code = isMarketplaceError(error) ? error.code.slice(0, 120) : 'no_answer';
    const status = error instanceof Error && 'status' in error ? Number(error.status) : null;
    // A clock that is off makes some marketplaces refuse every call.
    keep({ status, code, ahead: aheadOf(dateOfFailure(error)) });
    throw error;
  }
}

/** Stores the last calls where every process reads them; `at_once` if somebody is looking at them now. */
export async function writeCalls(context: Context, accountId: number, when: 'at_once' | 'now_and_then') {
  const found = keptOf(context, accountId);
  const now = context.clock.now().getTime();
  if (found.calls.length === 0) return;
  if (when === 'now_and_then' && Math.abs(now - found.writtenAt) < writeEveryMs) return;
  const calls = found.calls.splice(0);
  found.writtenAt = now;
  await context.transact(async (tx) => {
    await sql`insert into account_calls (business_id, account_id, called_at, method, path, status, milliseconds, code,
        ahead_milliseconds)
      select a.business_id, a.id, c.at, c.method, c.path, c.status, c.ms, c.code, c.ahead
      from marketplace_accounts a, jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) as c (at timestamptz, method text,
        path text, status integer, ms integer, code text, ahead bigint)
      where a.id = ${accountId}`.execute(tx.db);
    await sql`delete from account_calls where account_id = ${accountId} and id <= (select id from account_calls
      where account_id = ${accountId} order by id desc offset ${callsKept} limit 1)`.execute(tx.db);
  });
}
