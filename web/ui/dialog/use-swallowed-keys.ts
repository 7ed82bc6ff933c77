import { type RefObject, useEffect, useRef, useState } from 'react';
import { play } from '../scan/sounds.ts';

/** Keys that come one upon the other are a scanner's, whose code may hold a space and end with any key. */
const scannerMs = 300;

/**
 * While the stop is up no key reaches the bench, and what ends a code sounds wrong. People without a pointer go to the
 * button by Tab and press it with the space bar, alone; Enter is what scanners send. Answers how many codes were lost.
 * `isActive` is false while the stop itself asks for a scan.
 */
export function useSwallowedKeys(
  stop: RefObject<HTMLDivElement | null>,
  press: () => void,
  isActive = true,
): number {
  const [swallowed, setSwallowed] = useState(0);
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    if (!isActive) return;
    stop.current?.focus();
    let lastAt = performance.now();
    let isReading = false;
    const onKey = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      const isAlone = event.timeStamp - lastAt > scannerMs && !event.repeat;
      lastAt = event.timeStamp;
      const button = stop.current?.querySelector('button');
      if (event.key === ' ' && isAlone && document.activeElement === button) return latest.current();
      if (event.key === 'Tab' && isAlone) return button?.focus();
      if (event.key.length === 1) isReading = true;
      const isEnd = event.key === 'Enter' || (event.key === 'Tab' && isReading);
      if (!isEnd) return;
      isReading = false;
      play('bad');
      setSwallowed((count) => count + 1);
    };
    const onOtherKey = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('keyup', onOtherKey, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('keyup', onOtherKey, true);
    };
  }, [stop, isActive]);
  return swallowed;
}
