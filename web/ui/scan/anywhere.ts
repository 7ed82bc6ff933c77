import { useEffect, useRef } from 'react';
import { readScan } from '#contract/inventory/scanned-code.ts';
import { useAffixes } from './affixes.ts';
import { whenUnclaimed } from './early-codes.ts';
import { breaksCode, isCode, typingField } from './keys.ts';
import { codeOverQuestion } from './question.ts';
import { swallow, useTaker } from './scanner.ts';

/** While one of these is there, what is typed is meant for it. */
const busy = '[data-scan], [role="menu"]';
/** A question over the screen: a code neither answers it nor leads away from it. A drawer beside the screen asks nothing. */
const question = '[role="dialog"]:not(.mantine-Drawer-content), [role="alertdialog"]';
const pauseMs = 5000;

/** Takes a code on screens that have no field for it: characters that no field takes, ended by Enter. */
export function useScannedAnywhere(onCode: (code: string) => void): void {
  const [affixes] = useAffixes();
  const latest = useRef({ onCode, affixes });
  latest.current = { onCode, affixes };
  const typed = useRef('');
  useTaker('anywhere', (stroke) => {
    const { event, sign, gapMs } = stroke;
    const isTaken = document.activeElement?.matches(typingField) || document.querySelector(busy) !== null;
    if (isTaken || gapMs > pauseMs) typed.current = '';
    if (isTaken) return false;
    if (document.querySelector(question)) {
      typed.current = '';
      codeOverQuestion(stroke);
      return true;
    }
    const code = typed.current;
    if (sign !== null) typed.current += sign;
    else if (breaksCode(event) || event.key === ' ') typed.current = '';
    if (event.key !== 'Enter' || !isCode(code)) return true;
    // The button or row that has the focus was not meant.
    swallow(stroke);
    latest.current.onCode(readScan(code, latest.current.affixes).code);
    return true;
  });
  useEffect(
    () =>
      whenUnclaimed(({ codes, begun }) => {
        const code = codes.find(isCode);
        if (code) latest.current.onCode(readScan(code, latest.current.affixes).code);
        typed.current = begun;
      }),
    [],
  );
}
