import { Text } from '@mantine/core';
import { formatDay } from '#contract/dates.ts';
import type { Volume } from '#contract/inventory/volume.ts';
import { useTranslation } from '../../i18n.ts';

type Lot = Omit<NonNullable<Volume['lines'][number]['lot']>, 'id'>;

/** The lot of a line, and whether it has expired. */
export function LotFacts({ lot }: { lot: Lot }) {
  const { t } = useTranslation('inventory');
  return (
    <Text size="xs" c={lot.expired ? 'red' : 'dimmed'} fw={lot.expired ? 600 : undefined}>
      {t('lots.ofLine', { code: lot.code, day: formatDay(lot.expiresOn) })}
      {lot.expired && ` · ${t('lots.inHold')}`}
    </Text>
  );
}
