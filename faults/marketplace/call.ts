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
  /** What is done after a failure, where it is not the same once more. */
  again?(): Promise<unknown>;
  /** What must not have become of it by a failure of the network, if anything. */
  harm?(): Promise<string | null>;
  /** What it all ends in: the same, whatever happened on the way. */
  state(): Promise<unknown>;
};
