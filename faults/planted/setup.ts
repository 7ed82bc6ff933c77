import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** For each file of this run: the modules to load in another form, as path and query. */
    planted: { path: string; form: string }[][];
  }
}

/** Before each detector: nothing of the one before is left, and its own bug is where the module was. */
const process = globalThis as typeof globalThis & { turn?: number };
process.turn = (process.turn ?? -1) + 1;
vi.resetModules();
for (const { path, form } of inject('planted')[process.turn] ?? [])
  vi.doMock(path, () => import(`${path}?planted=${form}`));
