import { type ImportKind, importDefinitions } from '#contract/business/import/kinds.ts';
import type { CheckedRow } from '#server/business/import/import-rule.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { readBatch, understand } from './batches.ts';
import { importRule } from './kinds.ts';
import {
  contextOf,
  keepNewCategories,
  type RunningImport,
  type StagedRow,
  storeFates,
} from './running-import.ts';

/** Thrown at the end of a rehearsal, so that its transaction leaves nothing. */
class Rehearsed extends Error {
  override readonly name = 'Rehearsed';
}

/**
 * Checks rows as they will be found once the earlier imports of the move are applied: these are applied in a transaction
 * that is rolled back, so that the stock of products that do not exist yet is checked against them.
 */
export async function rehearse(
  job: JobContext,
  running: RunningImport,
  earlier: readonly RunningImport['row'][],
): Promise<void> {
  const { businessId } = running;
  let found: Omit<Batch, 'write'>[] = [];
  try {
    await job.inBusiness(businessId, async (tx) => {
      found = [];
      for (const row of earlier) {
        const kind = row.kind as ImportKind;
        const other = { ...running, row, kind, definition: importDefinitions[kind] };
        await eachBatch(tx, other, 'approved', ({ write }) => write());
      }
      await eachBatch(tx, running, 'unchecked', (batch) => {
        found.push(batch);
      });
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  for (const { checked, staged, newCategories } of found)
    await job.inBusiness(businessId, async (tx) => {
      await storeFates(tx, checked, staged);
      await keepNewCategories(tx, running.row, newCategories);
    });
}

type Batch = {
  checked: CheckedRow[];
  staged: StagedRow[];
  newCategories: readonly string[] | undefined;
  write(): Promise<void>;
};

async function eachBatch(
  tx: Tx,
  running: RunningImport,
  which: 'approved' | 'unchecked',
  act: (batch: Batch) => Promise<void> | void,
): Promise<void> {
  const { row, kind, actor } = running;
  for (let from = 0; ; ) {
    const batch = await readBatch(tx, row.id, from, which);
    if (!batch) return;
    const { good, wrong } = understand(running, batch.rows);
    const prepared = await importRule(kind).prepare(tx, actor, good, contextOf(running));
    await act({
      checked: [...wrong, ...prepared.rows],
      staged: batch.rows,
      newCategories: prepared.newCategories,
      write: () => prepared.write(),
    });
    from = batch.next;
  }
}
