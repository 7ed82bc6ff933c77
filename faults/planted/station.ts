import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Outcome, Task, Word } from './worker.ts';

/** A separate process that runs detectors. */
export type Station = {
  /** The number of tasks with an outcome; a process that died in one of them has not started the others. */
  run(tasks: readonly Task[], each: (task: Task, outcome: Outcome) => void): Promise<number>;
  end(): void;
};

export async function startStation(): Promise<Station> {
  const process = await startProcess();
  return {
    end: () => process.disconnect(),
    run: (tasks, each) =>
      new Promise((resolve, reject) => {
        let count = 0;
        const answer = (outcome: Outcome) => {
          const task = tasks[count];
          count += 1;
          if (task) each(task, outcome);
        };
        const died = (code: number | null) => reject(new Error(`a process of detectors ended with ${code}`));
        const hear = (word: Word) => {
          if (word === 'ready') return;
          if (word !== 'done') return answer(word);
          process.off('message', hear).off('exit', died);
          if (count < tasks.length) answer({ state: 'broken', seconds: 0, said: 'its process died' });
          resolve(count);
        };
        process.on('message', hear).on('exit', died);
        process.send([...tasks]);
      }),
  };
}

/** The product's log about the bugs is not useful to the reader of the results. */
async function startProcess(): Promise<ChildProcess> {
  const quiet = globalThis.process.env.EXPLAIN ? 'inherit' : 'ignore';
  const child = fork(join(import.meta.dirname, 'worker.ts'), { stdio: ['ignore', quiet, quiet, 'ipc'] });
  await once(child, 'message');
  return child;
}
