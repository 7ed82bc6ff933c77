import type { JobContext } from '#server/jobs/task.ts';
import { tasks } from '#server/tasks.ts';
import { announceSales } from './import-sales.ts';
import type { Machine } from './machine.ts';
import { recordStatements } from './statements.ts';
import type { World } from './world.ts';

type Counted = { sale: number; fanOut: number; push: number };

/** Statements of one sale, without its pushes and without those of the queue. */
export async function countStatements(machine: Machine, world: World): Promise<Counted> {
  await machine.forgetJobs();
  await announceSales(machine, world, 1);
  const run = async (task: 'notification.process' | 'shelf.push' | 'publication.push') => {
    const [row] = await machine.ask<{ payload: unknown }>(
      `select payload from queued_jobs where task = $1 limit 1`,
      [task],
    );
    if (!row) throw new Error(`no job ${task}`);
    return (await recordStatements(() => tasks[task](jobOf(machine), row.payload))).length;
  };
  const sale = await run('notification.process');
  const fanOut = await run('shelf.push');
  return { sale, fanOut, push: await run('publication.push') };
}

export function jobOf({ app, env }: Machine): JobContext {
  return {
    outside: app.outside,
    env,
    clock: app.database.clock,
    attempt: 1,
    maxAttempts: 1,
    inBusiness: (businessId, work) => app.database.transact({ businessId }, work),
    unscoped: (work) => app.database.transact(null, work),
  };
}
