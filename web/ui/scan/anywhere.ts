import { useEffect, useRef } from 'react';
import { readScan } from '#contract/inventory/scanned-code.ts';
import { useAffixes } from './affixes.ts';
import { begunCode } from './begun-code.ts';
import { whenUnclaimed } from './early-codes.ts';
import { breaksCode, isCode, typingField } from './keys.ts';
import { codeOverQuestion } from './question.ts';
import { swallow, useTaker } from './scanner.ts';

/** Elements that take typed keys themselves. */
const busy = '[data-scan], [role="menu"]';
/** A question over the screen: a code neither answers it nor leaves it. A drawer is not a question. */
const question = '[role="dialog"]:not(.mantine-Drawer-content), [role="alertdialog"]';
const pauseMs = 5000;

/** Looks up a code on screens without a scan field: characters that no field takes, ended by Enter. */
export function useScannedAnywhere(onCode: (code: string) => void): void {
  const [affixes] = useAffixes();
  const latest = useRef({ onCode, affixes });
  latest.current = { onCode, affixes };
  useTaker('anywhere', (stroke) => {
    const { event, sign, gapMs } = stroke;
    const active = document.activeElement;
    const isTaken = active?.matches(typingField) || document.querySelector(busy) !== null;
    if (isTaken || gapMs > pauseMs) begunCode.clear();
    if (isTaken) return false;
    if (document.querySelector(question)) {
      codeOverQuestion(stroke);
      if (stroke.ends) begunCode.clear();
      else if (sign !== null) begunCode.add(sign, event.timeStamp);
      return true;
    }
    const code = begunCode.text();
    if (sign !== null) begunCode.add(sign, event.timeStamp);
    else if (breaksCode(event) || event.key === ' ') begunCode.clear();
    if (event.key !== 'Enter' || !isCode(code)) return true;
    // The focused button or row must not receive this Enter.
    swallow(stroke);
    latest.current.onCode(readScan(code, latest.current.affixes).code);
    return true;
  });
  useEffect(
    () =>
      whenUnclaimed(({ codes, begun }) => {
        const code = codes.find(isCode);
        if (code) latest.current.onCode(readScan(code, latest.current.affixes).code);
        begunCode.clear();
        begunCode.add(begun, performance.now());
      }),
    [],
  );
}
