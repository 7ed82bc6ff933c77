import { useEffect, useRef } from 'react';
import { groupSeparator, readScan } from '#contract/inventory/scanned-code.ts';
import { useAffixes } from './affixes.ts';
import { isKeepingCodes, whenUnclaimed } from './early-codes.ts';
import { isCode, isGroupSeparator, typedSign, typingField } from './keys.ts';

/** While one of these is there, what is typed is meant for it. */
const busy = '[data-scan], [role="menu"]';
/** A question over the screen: a code neither answers it nor leads away from it. A drawer beside the screen asks nothing. */
const question = '[role="dialog"]:not(.mantine-Drawer-content), [role="alertdialog"]';
const pauseMs = 5000;

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
      const taken =
        isKeepingCodes() ||
        document.activeElement?.matches(typingField) ||
        document.querySelector(busy) !== null;
      if (taken || timeStamp - last > pauseMs) typed = '';
      last = timeStamp;
      if (taken) return;
      if (key === 'Enter' && isCode(typed)) {
        // The button or row that has the focus was not meant.
        event.preventDefault();
        event.stopPropagation();
        if (!document.querySelector(question))
          latest.current.onCode(readScan(typed, latest.current.affixes).code);
      }
      const sign = separates ? groupSeparator : typedSign(event);
      typed = sign ? typed + sign : key === 'Shift' ? typed : '';
    };
    document.addEventListener('keydown', hear, true);
    const leave = whenUnclaimed(({ codes, begun }) => {
      const code = codes.find(isCode);
      if (code) latest.current.onCode(readScan(code, latest.current.affixes).code);
      typed = begun;
      last = Number.POSITIVE_INFINITY;
    });
    return () => {
      document.removeEventListener('keydown', hear, true);
      leave();
    };
  }, []);
}
