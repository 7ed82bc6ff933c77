import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';

/** What the marketplace keeps in its own warehouse is counted by it alone. */
export function FulfilledNotice() {
  const { t } = useTranslation('advertisements');
  return (
    <Alert color="yellow" p="xs" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {t('existing.fulfilled')}
    </Alert>
  );
}
