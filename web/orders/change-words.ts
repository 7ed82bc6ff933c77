import { type LineChange, lineChangeKinds } from '#contract/orders/line-change.ts';
import { useTranslation } from '../i18n.ts';

/** Schemas cannot check anything on a screen without a form: the library comes with the first one. */
const isChange = (line: unknown): line is LineChange =>
  typeof line === 'object' &&
  line !== null &&
  'kind' in line &&
  lineChangeKinds.some((kind) => kind === line.kind);

/** How one line of a sale changed, in the reader's words. */
export function useChangeWords() {
  const { t } = useTranslation('orders');
  const textOf = ({ kind, title, variation, before, after, was = '' }: LineChange): string =>
    t(`change.${kind}`, { name: variation ? `${title} (${variation})` : title, before, after, was });
  return {
    textOf,
    /** As a history keeps it. */
    listOf: (lines: unknown): string =>
      (Array.isArray(lines) ? lines.filter(isChange) : []).map(textOf).join('; '),
  };
}
