import { useEffect } from 'react';
import { echoes, typingField } from './keys.ts';
import { addTaker, hear, type Taker } from './scanner.ts';

/** The codes that were ended, and what was typed of the next one. */
export type EarlyCodes = { codes: string[]; begun: string };

let typed = '';
let isEcho = echoes();
/** Screens that are on their way, the page itself among them until its first one stands. */
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
  // The field of the screen that follows has taken it by then; without one it is a code that is read anywhere.
  setTimeout(() => {
    if (--keepers > 0) return;
    stopKeeping();
    takeUnclaimed(takeEarlyCodes());
  }, 0);
}

/** Keeps what is typed while a screen is on its way: a scanner does not wait for its field. */
export function useEarlyCodes(isComing: boolean): void {
  useEffect(() => {
    if (!isComing) return;
    begin();
    return end;
  }, [isComing]);
}

/** Keeps it from the first moment of the page: `early-keys.js` has what was typed while it was blank. */
export function keepCodesFromStart(): void {
  begin();
  isStarting = true;
  const take: unknown = Reflect.get(window, 'takeEarlyKeys');
  if (typeof take === 'function') for (const event of take() as KeyboardEvent[]) hear(event);
}

/** The first screen stands, whichever it is. */
export function useScreenStands(): void {
  useEffect(() => {
    if (isStarting) end();
    isStarting = false;
  }, []);
}

/** Who hears what was read early, where the screen that came has no field for it. */
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
