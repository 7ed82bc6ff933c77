import { type RefObject, useEffect, useState } from 'react';
import { swallow, useTaker } from '../scan/scanner.ts';
import { play } from '../scan/sounds.ts';

/** Faster key presses come from a scanner, whose code may contain a space and end with any key. */
const scannerMs = 300;

/**
 * While the red page is shown no key reaches the bench, and the end of a code plays the error sound. Keyboard users
 * move to the button by Tab and press it with a single space; Enter comes from scanners. Returns the number of
 * discarded codes. `isActive` is false while the page itself asks for a scan.
 */
export function useSwallowedKeys(
  stop: RefObject<HTMLDivElement | null>,
  press: () => void,
  isActive = true,
): number {
  const [swallowed, setSwallowed] = useState(0);
  useEffect(() => {
    if (isActive) stop.current?.focus();
  }, [stop, isActive]);
  useTaker(
    'stop',
    (stroke) => {
      swallow(stroke);
      const { event, gapMs, ends, within } = stroke;
      const isAlone = gapMs > scannerMs && !event.repeat;
      const button = stop.current?.querySelector('button');
      if (isAlone && event.key === ' ' && document.activeElement === button) press();
      else if (isAlone && event.key === 'Tab') button?.focus();
      else if (ends && (event.key === 'Enter' || within(scannerMs).text !== '')) {
        play('bad');
        setSwallowed((count) => count + 1);
      }
      return true;
    },
    isActive,
  );
  return swallowed;
}
