import type { Sound } from './sounds.ts';

/** The result of a code, shown at the state to which it led. */
export type Answer = { tone: Sound; message?: string; about: string; code: string; count: number };

/**
 * A code may lead to another screen, whose field is rendered before the result arrives: the result is passed to the
 * field of its state, or to the next one with that state.
 */
let left: Answer | null = null;
const fields = new Set<(answer: Answer) => boolean>();

export function leaveAnswer(answer: Answer): void {
  const isTaken = answer.about !== '' && [...fields].some((takes) => takes(answer));
  left = isTaken ? null : answer;
}

/** Discards all former results. */
export function forgetAnswer(): void {
  left = null;
}

/** `takes` shows a result and returns true; call the returned function to unregister. */
export function awaitAnswer(takes: (answer: Answer) => boolean): () => void {
  if (left && takes(left)) left = null;
  fields.add(takes);
  return () => {
    fields.delete(takes);
  };
}
