import { useEffect } from 'react';
import { echoes, typingField } from './keys.ts';
import { addTaker, hear, type Taker } from './scanner.ts';

/** Completed codes, and the beginning of the next one. */
export type EarlyCodes = { codes: string[]; begun: string };

let typed = '';
let isEcho = echoes();
/** Number of loading screens, including the page itself until its first screen. */
let keepers = 0;
let isStarting = false;
let takeUnclaimed: (early: EarlyCodes) => void = () => {};

const keep: Taker = ({ event, sign }) => {
  if (document.activeElement?.matches(typingField)) return false;
  typed += sign ?? '';
  if (event.key !== 'Enter' || !typed) return true;
  const begun = typed.lastIndexOf('\n') + 1;
  typed = isEcho(typed.slice(begun)) ? typed.slice(0, begun) : `${typed}\n`;
  return true;
};

let stopKeeping = () => {};

function begin(): void {
  if (keepers++ > 0) return;
  isEcho = echoes();
  stopKeeping = addTaker('loading', keep);
}

function end(): void {
  // The field of the next screen has taken it by then; without a field it is looked up.
  setTimeout(() => {
    if (--keepers > 0) return;
    stopKeeping();
    takeUnclaimed(takeEarlyCodes());
  }, 0);
}

/** Keeps keys while a screen loads, because a scanner does not wait for its field. */
export function useEarlyCodes(isComing: boolean): void {
  useEffect(() => {
    if (!isComing) return;
    begin();
    return end;
  }, [isComing]);
}

/** Starts with the page; `early-keys.js` has kept what was typed while it was blank. */
export function keepCodesFromStart(): void {
  begin();
  isStarting = true;
  const take: unknown = Reflect.get(window, 'takeEarlyKeys');
  if (typeof take === 'function') for (const event of take() as KeyboardEvent[]) hear(event);
}

/** The first screen is rendered. */
export function useScreenStands(): void {
  useEffect(() => {
    if (isStarting) end();
    isStarting = false;
  }, []);
}

/** Receives early codes if the rendered screen has no field for them. */
export function whenUnclaimed(hear: (early: EarlyCodes) => void): () => void {
  takeUnclaimed = hear;
  return () => {
    takeUnclaimed = () => {};
  };
}

export function takeEarlyCodes(): EarlyCodes {
  const codes = typed.split('\n');
  typed = '';
  return { begun: codes.pop() ?? '', codes };
}
