import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { type Stroke, swallow, type Taker, useTaker } from './scanner.ts';
import { play } from './sounds.ts';

/** A character after a longer pause starts something else. */
const pauseMs = 100;
/** Fewer characters are not a code. */
const fewestSigns = 4;
/** A scanner sends characters faster than anybody types a whole word. */
const scannerMs = 40;
/** Without the end of a code: more characters, or faster ones, than anybody types. */
const [manySigns, closeMs] = [6, 20];

/** A password, PIN or typed reason: a scan must neither remain in it nor submit it. */
type Guarded = {
  /** Its current value; null if it does not receive the key. */
  held: () => string | null;
  /** Restores the value before the scan and reports the refusal. */
  refuse: (before: string) => void;
};

function isScan({ ends, within }: Stroke): boolean {
  const { text, ms } = within(pauseMs);
  const gaps = ends ? text.length : text.length - 1;
  if (text.length < fewestSigns || ms > scannerMs * gaps) return false;
  return ends || text.length >= manySigns || ms <= closeMs * gaps;
}

/**
 * Recognizes a scan by its speed. From then on its keys are swallowed, with the Enter or Tab at its end, and the
 * field gets its former value back. Typing is never blocked.
 */
export function refusesScans({ held, refuse }: Guarded): Taker {
  let before: string | null = null;
  let isScanning = false;
  return (stroke) => {
    const now = held();
    if (stroke.gapMs > pauseMs || before === null) {
      isScanning = false;
      before = now;
    }
    if (now === null || before === null) return false;
    if (!isScanning && (stroke.event.repeat || !isScan(stroke))) return false;
    if (!isScanning) {
      isScanning = true;
      play('bad');
      refuse(before);
    }
    swallow(stroke);
    // Keys after the end of a code are typed again at once, such as a Tab that is held down.
    if (stroke.ends) isScanning = false;
    return true;
  };
}

type Field = RefObject<HTMLInputElement | null>;
const guarded = new Set<Field>();

/** The focused element if it is guarded by `field`: itself, or an element of its form, which Enter would submit. */
function guardedBy({ current: field }: Field): HTMLElement | null {
  const active = document.activeElement;
  if (!field || !(active instanceof HTMLElement)) return null;
  if (active === field) return active;
  const guardsItself = [...guarded].some(({ current }) => current === active);
  return guardsItself || !field.form?.contains(active) ? null : active;
}

function restore(field: HTMLElement, text: string): void {
  if (!(field instanceof HTMLInputElement) || field.value === text) return;
  field.setRangeText(text, 0, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * False on guest pages: a scan there is a wrong password at worst, and a password manager that types would be taken
 * for a scanner.
 */
export const ScanGuard = createContext(true);

/** Keeps scans out of a field and its form. `refused`: the last input was a scan, and nothing was typed since. */
export function useRefusesScans(field: Field, isWanted = true) {
  const isActive = useContext(ScanGuard) && isWanted;
  const [refused, setRefused] = useState(false);
  const [take] = useState(() =>
    refusesScans({
      held: () => {
        const element = guardedBy(field);
        return element && (element instanceof HTMLInputElement ? element.value : '');
      },
      refuse: (before) => {
        const element = guardedBy(field);
        if (element) restore(element, before);
        setRefused(true);
      },
    }),
  );
  useEffect(() => {
    if (!isActive) return;
    guarded.add(field);
    return () => void guarded.delete(field);
  }, [field, isActive]);
  useTaker('guarded', take, isActive);
  return { refused, forget: () => setRefused(false) };
}

/** Keeps scans out of a keypad, which receives keys without a field: `held` is what was typed so far. */
export function useKeypadRefusesScans(held: string, restore: (before: string) => void) {
  const [refused, setRefused] = useState(false);
  const latest = useRef({ held, restore });
  latest.current = { held, restore };
  const [take] = useState(() =>
    refusesScans({
      held: () => latest.current.held,
      refuse: (before) => {
        latest.current.restore(before);
        setRefused(true);
      },
    }),
  );
  useTaker('guarded', take);
  return { refused, forget: () => setRefused(false) };
}
