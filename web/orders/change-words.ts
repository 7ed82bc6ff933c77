import { type LineChange, lineChangeKinds } from '#contract/orders/line-change.ts';
import { useTranslation } from '../i18n.ts';

/** A type guard instead of the schema: a stored line of an older version may have further fields. */
const isChange = (line: unknown): line is LineChange =>
  typeof line === 'object' &&
  line !== null &&
  'kind' in line &&
  lineChangeKinds.some((kind) => kind === line.kind);

/** A changed line of a sale in the reader's words. */
export function useChangeWords() {
  const { t } = useTranslation('orders');
  const textOf = ({ kind, title, variation, before, after, was = '' }: LineChange): string =>
    t(`change.${kind}`, { name: variation ? `${title} (${variation})` : title, before, after, was });
  return {
    textOf,
    /** Lines as stored in the history. */
    listOf: (lines: unknown): string =>
      (Array.isArray(lines) ? lines.filter(isChange) : []).map(textOf).join('; '),
  };
}
