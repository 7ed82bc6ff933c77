import { useRef } from 'react';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { newKey } from '../../api.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import type { ScanOutcome } from '../../ui/scan/Scan.tsx';

type Unit = { variationId: number; requestId?: number };

/** Records scanned serial numbers. A code without an answer is scanned again with the same scan id. */
export function useRecordSerial(): (unit: Unit, code: string) => Promise<ScanOutcome> {
  const { t } = useTranslation('inventory');
  const record = useAct(api.serials.record, { success: false, onFailure: () => true, patience: 8_000 });
  const unanswered = useRef<{ code: string; clientId: string } | null>(null);
  return async (unit, code) => {
    const former = unanswered.current;
    const clientId = former?.code === code ? former.clientId : newKey();
    const done = await record.run({ body: { ...unit, code, clientId } });
    unanswered.current = !done.ok && done.failure.unknownOutcome ? { code, clientId } : null;
    if (!done.ok) return { tone: 'bad', message: reasonOf(done.failure) };
    const { missing } = done.response;
    return missing > 0
      ? { tone: 'good', message: t('serials.recorded', { code: done.response.code, missing }) }
      : { tone: 'done', message: t('serials.recordedLast', { code: done.response.code }) };
  };
}
