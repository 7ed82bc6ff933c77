import { Text } from '@mantine/core';
import type { ErrorCode } from '#contract/errors.ts';
import { useTranslation } from '../../i18n.ts';
import { formatQuantity } from '../../quantity.ts';

type LeftOutProps = { leftOut: readonly { code: ErrorCode; count: number; names: readonly string[] }[] };

/** Selected rows that an act would not change, by the reason, with the names of the first. */
export function LeftOut({ leftOut }: LeftOutProps) {
  const { t } = useTranslation(['ui', 'errors']);
  return leftOut.map(({ code, count, names }) => (
    <Text key={code} size="sm">
      {t('bulk.leftOut', { count, total: formatQuantity(count) })} {names.join(', ')}
      {count > names.length && ` ${t('bulk.more', { count: count - names.length })}`}: {t(`errors:${code}`)}
    </Text>
  ));
}
