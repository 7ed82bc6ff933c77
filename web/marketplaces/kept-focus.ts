import { useEffect, useRef } from 'react';

/** Outside the pages, which are mounted again for each address: the next thread was asked for by a person. */
let isAwaited = false;

export const focusWhenShown = (): void => {
  isAwaited = true;
};

/**
 * Keeps keyboard users in the thread: focuses the answer if the next thread was asked for or the inbox has just opened,
 * and the thread when the form disappears after sending, instead of the top of the page.
 */
export function useKeptFocus(id: number, answers: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const before = useRef(answers);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each thread is focused once
  useEffect(() => {
    if (isAwaited || (isWritten() && isNowhere())) focusAnswer(frame.current);
  }, [id]);
  useEffect(() => {
    if (before.current && !answers && isNowhere()) frame.current?.focus();
    // An answer was taken back: its field is there again.
    if (!before.current && answers && isAwaited) focusAnswer(frame.current);
    before.current = answers;
  }, [answers]);
  return frame;
}

/** On a phone the on-screen keyboard would cover the question. */
const isWritten = () => window.matchMedia('(pointer: fine)').matches;

function focusAnswer(frame: HTMLElement | null): void {
  const field = isWritten() ? frame?.querySelector('textarea') : null;
  // The thread is shown without its field until the answer is back.
  if (field || frame?.querySelector('form')) isAwaited = false;
  (field ?? frame)?.focus();
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;
