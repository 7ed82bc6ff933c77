import { z } from 'zod';
import { type LineChange, lineChange } from '#contract/orders/line-change.ts';
import { useTranslation } from '../i18n.ts';

const written = z.array(lineChange).catch([]);

/** How one line of a sale changed, in the reader's words. */
export function useChangeWords() {
  const { t } = useTranslation('orders');
  const textOf = ({ kind, title, variation, before, after, was = '' }: LineChange): string =>
    t(`change.${kind}`, { name: variation ? `${title} (${variation})` : title, before, after, was });
  return {
    textOf,
    /** As a history keeps it. */
    listOf: (lines: unknown): string => written.parse(lines).map(textOf).join('; '),
  };
}
