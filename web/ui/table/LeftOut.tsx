import { Text } from '@mantine/core';
import type { ErrorCode } from '#contract/errors.ts';
import { useTranslation } from '../../i18n.ts';
import { formatQuantity } from '../../quantity.ts';

type Left = {
  code: ErrorCode;
  count: number;
  names: readonly string[];
  /** Instead of the words of the code. */
  why?: string | undefined;
};
type LeftOutProps = { leftOut: readonly Left[] };

/** Selected rows that an act would not change, by the reason, with the names of the first. */
export function LeftOut({ leftOut }: LeftOutProps) {
  const { t } = useTranslation(['ui', 'errors']);
  return leftOut.map(({ code, count, names, why }) => (
    <Text key={code} size="sm">
      {t('bulk.leftOut', { count, total: formatQuantity(count) })} {names.join(', ')}
      {count > names.length && ` ${t('bulk.more', { count: count - names.length })}`}.{' '}
      {why ?? t(`errors:${code}`)}
    </Text>
  ));
}
