import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** For each file of this run: the modules to load in another form, as path and query. */
    planted: { path: string; form: string }[][];
  }
}

/** Runs before each detector: removes the former bug and applies the new one to its module. */
const process = globalThis as typeof globalThis & { turn?: number };
process.turn = (process.turn ?? -1) + 1;
vi.resetModules();
for (const { path, form } of inject('planted')[process.turn] ?? [])
  vi.doMock(path, () => import(`${path}?planted=${form}`));
