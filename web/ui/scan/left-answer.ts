import type { Sound } from './sounds.ts';

/** What a code came to: shown where the state is that it led to. */
export type Answer = { tone: Sound; message?: string; about: string; code: string; count: number };

/**
 * A code may lead to another screen, whose field stands before its answer is there: the answer is handed to the field of
 * the state that it is about, the next one to come if there is none yet.
 */
let left: Answer | null = null;
const fields = new Set<(answer: Answer) => boolean>();

export function leaveAnswer(answer: Answer): void {
  const isTaken = answer.about !== '' && [...fields].some((takes) => takes(answer));
  left = isTaken ? null : answer;
}

/** Whatever was read before is over. */
export function forgetAnswer(): void {
  left = null;
}

/** `takes` shows an answer and says so; until what is answered is called. */
export function awaitAnswer(takes: (answer: Answer) => boolean): () => void {
  if (left && takes(left)) left = null;
  fields.add(takes);
  return () => {
    fields.delete(takes);
  };
}
