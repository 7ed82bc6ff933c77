import type { Patch } from './patch.ts';

/** A bug as somebody could write it, and the test that has to turn red by it. */
export type SourcePlant = {
  /** `INV-nn` of the invariant it breaks. */
  breaks: string;
  what: string;
  patch: Patch;
  /** A test file, and a part of the name of the test in it: below what it stands (` > `), or several (` | `). */
  detector: { file: string; test: string };
  /** Minutes, not seconds: only in the full run. */
  slow?: true;
};
