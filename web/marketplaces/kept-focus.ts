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
    // On a phone the on-screen keyboard would cover the question.
    const writes = window.matchMedia('(pointer: fine)').matches;
    if (!isAwaited && !(writes && isNowhere())) return;
    isAwaited = false;
    const field = writes ? frame.current?.querySelector('textarea') : null;
    (field ?? frame.current)?.focus();
  }, [id]);
  useEffect(() => {
    if (before.current && !answers && isNowhere()) frame.current?.focus();
    before.current = answers;
  }, [answers]);
  return frame;
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;
