import { useEffect, useRef } from 'react';
import { groupSeparator, readScan } from '#contract/inventory/scanned-code.ts';
import { useAffixes } from './affixes.ts';
import { isGroupSeparator, typedSign, typingField } from './keys.ts';

/** While one of these is there, what is typed is meant for it. */
const busy = '[data-scan], [role="dialog"], [role="alertdialog"], [role="menu"]';
const pauseMs = 5000;

/** Codes are four signs at least with a digit among them: keys that move in a list are neither. */
const isCode = (text: string) => text.length >= 4 && /\d/.test(text);

/** Hears a scanner on screens that have no field for it: signs that nobody's field takes, ended by Enter. */
export function useScannedAnywhere(onCode: (code: string) => void): void {
  const [affixes] = useAffixes();
  const latest = useRef({ onCode, affixes });
  latest.current = { onCode, affixes };
  useEffect(() => {
    let typed = '';
    let last = 0;
    const hear = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, timeStamp } = event;
      const separates = isGroupSeparator(event);
      if ((ctrlKey && !separates) || metaKey || altKey) return;
      const taken = document.activeElement?.matches(typingField) || document.querySelector(busy) !== null;
      if (taken || timeStamp - last > pauseMs) typed = '';
      last = timeStamp;
      if (taken) return;
      if (key === 'Enter' && isCode(typed)) {
        // The button or row that has the focus was not meant.
        event.preventDefault();
        event.stopPropagation();
        latest.current.onCode(readScan(typed, latest.current.affixes).code);
      }
      const sign = separates ? groupSeparator : typedSign(event);
      typed = sign ? typed + sign : key === 'Shift' ? typed : '';
    };
    document.addEventListener('keydown', hear, true);
    return () => document.removeEventListener('keydown', hear, true);
  }, []);
}
