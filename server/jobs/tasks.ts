import type { Task } from './worker.ts';

/** Every task of the queue, one line each, calling an area's rule. */
export const tasks = {} satisfies Record<string, Task>;
