import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';

/** The marketplace alone counts the stock in its own warehouse. */
export function FulfilledNotice() {
  const { t } = useTranslation('advertisements');
  return (
    <Alert color="yellow" p="xs" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {t('existing.fulfilled')}
    </Alert>
  );
}
