import type { Receipt, ReceiptLine } from '#contract/supply/receiving.ts';
import { useTranslation } from '../../i18n.ts';
import { nameOf } from '../requests/request-values.ts';

const namesOf = (lines: readonly ReceiptLine[]) => lines.map(nameOf).join(', ');

/** Units of a line that were expected and did not come. */
export const missingUnits = (line: ReceiptLine): number =>
  Math.max(0, (line.quantity ?? 0) - (line.registeredUnits ?? line.quantity ?? 0));

const volumesToRegister = (line: ReceiptLine) => Math.max(0, (line.counted ?? 0) - line.registeredVolumes);

/** Why the current step cannot be completed yet; null if nothing on the screen speaks against it. */
export function useHindrance({ state, lines, volumes }: Receipt): string | null {
  const { t } = useTranslation('supply');
  if (state === 'check_volumes') {
    const uncounted = lines.filter((line) => line.counted === null);
    if (uncounted.length === 0) return null;
    return t('receiving.toCount', { count: uncounted.length, names: namesOf(uncounted) });
  }
  if (state === 'register_volumes') {
    const open = lines.filter((line) => volumesToRegister(line) > 0);
    const count = open.reduce((sum, line) => sum + volumesToRegister(line), 0);
    return open[0] ? t('receiving.registerNext', { count, name: nameOf(open[0]) }) : null;
  }
  const left = volumes.filter((one) => one.state === 'registered');
  if (left[0] && state === 'tag_volumes')
    return t('receiving.toTag', { count: left.length, code: left[0].code });
  const carried = volumes.filter((one) => one.state === 'registered' || one.state === 'tagged');
  if (carried.length === 0 || state !== 'stock_up') return null;
  return t('receiving.toStore', { count: carried.length });
}

type Progress = {
  /** What the question of the step says about its result. */
  text: string | undefined;
  /** The count differs and no problem explains it: the server names the lines without a question before. */
  unexplained: boolean;
};

/** The count that the question of the step is about. */
export function useProgress({ state, lines, volumes }: Receipt): Progress {
  const { t } = useTranslation('supply');
  if (state === 'stock_up')
    return { text: t('receiving.finishStored', { count: volumes.length }), unexplained: false };
  if (state !== 'check_volumes') return { text: undefined, unexplained: false };
  const done = lines.reduce((sum, line) => sum + (line.counted ?? 0), 0);
  if (lines.some((line) => line.volumes === null))
    return { text: t('receiving.countedSoFar', { count: done }), unexplained: false };
  const count = lines.reduce((sum, line) => sum + (line.volumes ?? 0), 0);
  const differing = lines.filter((line) => line.counted !== line.volumes);
  const less = differing.filter((line) => (line.counted ?? 0) < (line.volumes ?? 0));
  const text = [
    t('receiving.countedOf', { done, count }),
    less.length > 0 && t('refused.less', { lines: namesOf(less) }),
  ];
  return {
    text: text.filter(Boolean).join('. '),
    unexplained: differing.some((line) => line.openProblems === 0),
  };
}
