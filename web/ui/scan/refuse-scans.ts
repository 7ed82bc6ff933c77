import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { type Stroke, swallow, type Taker, useTaker } from './scanner.ts';
import { play } from './sounds.ts';

/** The next character after a longer pause begins something else. */
const pauseMs = 100;
/** Fewer characters are no code. */
const fewestSigns = 4;
/** A scanner sends its characters closer to each other than any hand types a whole word. */
const scannerMs = 40;
/** Without the end of a code: so many characters, or characters so close to each other, that no hand types them. */
const [manySigns, closeMs] = [6, 20];

/** A password, PIN or typed reason: nothing of a scan may stay in it, and no scan may submit it. */
type Guarded = {
  /** What it holds now; null when it does not get the key. */
  held: () => string | null;
  /** Puts back what it held before the scan, and says that the scan was refused. */
  refuse: (before: string) => void;
};

function isScan({ ends, within }: Stroke): boolean {
  const { text, ms } = within(pauseMs);
  const gaps = ends ? text.length : text.length - 1;
  if (text.length < fewestSigns || ms > scannerMs * gaps) return false;
  return ends || text.length >= manySigns || ms <= closeMs * gaps;
}

/**
 * Recognizes a scan by its pace. From then on its keys are swallowed, with the Enter or Tab at its end, and the field
 * holds what it held before. Typing by hand is never stopped.
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
    // What follows the end of a code is a hand again, as soon as it comes: a Tab that is held down moves on.
    if (stroke.ends) isScanning = false;
    return true;
  };
}

type Field = RefObject<HTMLInputElement | null>;
const guarded = new Set<Field>();

/** The focused element where `field` guards it: itself, or what is in its form, which the Enter of a scan would submit. */
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
 * False on the pages of people who are not signed in: a scan there is a wrong password at worst, and a password manager
 * that types would be taken for a scanner.
 */
export const ScanGuard = createContext(true);

/** Keeps scans out of a field and its form. `refused`: what was read last was a scan, and nothing has been typed since. */
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

/** Keeps scans out of a keypad, which takes keys without having a field: `held` is what was typed so far. */
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
