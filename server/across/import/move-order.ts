import { z } from 'zod';
import { compareInMove } from '#contract/business/import/kinds.ts';
import type { Job, Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import type { RunningImport } from './running-import.ts';

/** Maximum number of concurrent imports: they take minutes, and each process keeps a worker for everything else. */
const lanes = 3;

const tasks = { checking: 'business.check-import', applying: 'business.apply-import' } as const;
type Running = keyof typeof tasks;

/** Imports of one business run one after another, because each may change the records of the next. */
export const importJob = (
  state: Running,
  businessId: number,
  { id, run }: { id: number; run: number },
): Job => ({
  task: tasks[state],
  payload: { businessId, importId: id, run },
  key: `import:${id}:${run}:${tasks[state]}`,
  queue: `imports:${businessId % lanes}`,
  maxAttempts: 3,
});

/** The imports of a move in one state, in the order in which they are checked and applied. */
export async function importsOfMove(tx: Tx, businessId: number, move: number, state: Running | 'checked') {
  const rows = await tx.db
    .selectFrom('imports')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('move_id', '=', move)
    .where('state', '=', state)
    .execute();
  return rows.toSorted(compareInMove);
}

/** The imports of the same move in a state that come before this one. */
export async function earlierOfMove(job: JobContext, running: RunningImport, state: Running | 'checked') {
  const { row, businessId } = running;
  const move = row.move_id;
  if (move === null) return [];
  const rows = await job.inBusiness(businessId, (tx) => importsOfMove(tx, businessId, move, state));
  return rows.filter((other) => compareInMove(other, row) < 0);
}

const payload = z.object({ businessId: z.number(), importId: z.number() });

/**
 * Runs the task of one import, then starts the next of its move. The queue does not keep the order of jobs: one that begins
 * too early returns, and the end of the one before starts it again.
 */
export async function inMoveOrder(
  job: JobContext,
  input: unknown,
  state: Running,
  task: () => Promise<void>,
): Promise<void> {
  try {
    await task();
  } finally {
    const { businessId, importId } = payload.parse(input);
    await job.inBusiness(businessId, async (tx) => {
      const own = await tx.db
        .selectFrom('imports')
        .select(['state', 'move_id'])
        .where('business_id', '=', businessId)
        .where('id', '=', importId)
        .executeTakeFirst();
      if (!own || own.move_id === null || own.state === state) return;
      const [next] = await importsOfMove(tx, businessId, own.move_id, state);
      if (next) tx.enqueue(importJob(state, businessId, next));
    });
  }
}
