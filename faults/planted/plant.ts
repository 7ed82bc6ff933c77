import type { Patch } from './patch.ts';

/** A bug that a developer could introduce, and the test that has to turn red. */
export type SourcePlant = {
  /** `INV-nn` of the invariant it breaks. */
  breaks: string;
  what: string;
  patch: Patch;
  /** A test file, and a part of the test's name: with its describe blocks (` > `), or several (` | `). */
  detector: { file: string; test: string };
  /** Minutes, not seconds: only in the full run. */
  slow?: true;
};
