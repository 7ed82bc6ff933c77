import { useState } from 'react';
import { asCode } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import type { Refill, RefillDone } from '#contract/inventory/pick-face.ts';
import { useAct } from '../../acts.ts';
import type { Failure } from '../../api.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { invalidate } from '../../queries.ts';
import type { ScanOutcome } from '../../ui/scan/Scan.tsx';

const quiet = { success: false, onFailure: () => true, settles: true, patience: 8_000 } as const;

/** A scan begins the refill of a volume in reserve; the next one ends it at the face. */
export function useRefill(
  refills: readonly Refill[],
  current: Refill | undefined,
  onDone: (done: RefillDone, said: string) => void,
) {
  const { t } = useTranslation('inventory');
  const [typed, setTyped] = useState<{ id: number; quantity: number | null } | null>(null);
  const take = useAct(api.refills.take, quiet);
  const move = useAct(api.refills.move, quiet);
  const quantity = typed && typed.id === current?.id ? typed.quantity : null;

  const refused = (failure: Failure): ScanOutcome => {
    const { code, facts = {} } = failure.problem;
    if (code === 'place_not_wanted')
      return {
        tone: 'bad',
        message: t('refills.wrong', { code: String(facts.code), wanted: String(facts.wanted) }),
      };
    void invalidate('refills.list');
    return { tone: 'bad', message: reasonOf(failure) };
  };

  const begin = async (code: string): Promise<ScanOutcome> => {
    const wanted = refills.find(
      ({ from, takenBy }) =>
        from !== null && takenBy === null && [from.code, from.position].some((one) => asCode(one) === code),
    );
    if (!wanted) return { tone: 'bad', message: t('refills.notHere', { code }) };
    const done = await take.run({ params: { id: wanted.id }, body: { code } });
    if (!done.ok) return refused(done.failure);
    const { id, quantity: units, position } = done.response;
    return { tone: 'good', message: t('refills.began', { units, place: position }), about: `${id}` };
  };

  const end = async (refill: Refill, code: string): Promise<ScanOutcome> => {
    const done = await move.run({
      params: { id: refill.id },
      body: { code, volumeId: refill.from?.id ?? 0, quantity: quantity ?? refill.quantity },
    });
    if (!done.ok) return refused(done.failure);
    setTyped(null);
    const { quantity: units, volume, isNew } = done.response;
    const said = { units, place: refill.position };
    const message = isNew ? t('refills.doneNew', { ...said, volume: volume.name }) : t('refills.done', said);
    onDone(done.response, message);
    return { tone: 'done', message, about: '' };
  };

  const scan = (text: string): Promise<ScanOutcome> => {
    const code = asCode(text);
    return current ? end(current, code) : begin(code);
  };

  return {
    scan,
    quantity,
    setQuantity: (units: number | null) => current && setTyped({ id: current.id, quantity: units }),
  };
}
