import { useEffect, useRef } from 'react';
import { typedSign } from './keys.ts';

/** A scanner sends its signs evenly and closer to each other than any hand types a whole word. */
const scannerMs = 40;
/** The next sign after a longer pause begins something else. */
const pauseMs = 100;
/** Fewer signs are no code. */
const fewestSigns = 4;

/**
 * Of keys over a field that is not for codes: calls `refuse` with what the field held before, when a code ends that a
 * scanner typed. Its Enter or Tab then neither submits nor moves on. Who types by hand is never stopped.
 */
export function watchForScans(refuse: (before: string) => void) {
  let before = '';
  let signs = 0;
  let first = 0;
  let last = Number.NEGATIVE_INFINITY;
  return (event: KeyboardEvent, held: string): void => {
    const at = event.timeStamp;
    if (at - last > pauseMs) {
      signs = 0;
      first = at;
      before = held;
    }
    last = at;
    if (typedSign(event) !== null) signs += 1;
    const ends = event.key === 'Enter' || event.key === 'Tab';
    if (!ends || signs < fewestSigns || at - first > scannerMs * signs) return;
    signs = 0;
    event.preventDefault();
    event.stopPropagation();
    refuse(before);
  };
}

/** A dialog with one field, `held` in it, takes no code, wherever the focus is. `refuse` gets what the field is to hold again. */
export function useRefusesScans(held: string, refuse: (before: string) => void): void {
  const latest = useRef({ held, refuse });
  latest.current = { held, refuse };
  useEffect(() => {
    const watch = watchForScans((before) => latest.current.refuse(before));
    const hear = (event: KeyboardEvent) => watch(event, latest.current.held);
    document.addEventListener('keydown', hear, true);
    return () => document.removeEventListener('keydown', hear, true);
  }, []);
}
