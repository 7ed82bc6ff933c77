import type { Lane } from './lane.ts';

/** A call of the product to the marketplace, in the act that it is part of. */
export type OutgoingCall = {
  readonly name: string;
  /** The request that is meant, of those of the act. */
  readonly line: RegExp;
  /** Sets the stage, undisturbed. */
  prepare(lane: Lane): Promise<Act>;
};

export type Act = {
  run(): Promise<unknown>;
  /** The next step after a failure, if it is not a repetition. */
  again?(): Promise<unknown>;
  /** An outcome that a network failure must never have, if there is one. */
  harm?(): Promise<string | null>;
  /** The final state, which must be the same after every fault. */
  state(): Promise<unknown>;
};
