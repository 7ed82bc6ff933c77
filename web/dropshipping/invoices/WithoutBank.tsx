import { Alert, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { useSession } from '../../use-session.ts';

const BankAccountDrawer = lazyWithFallback(() => import('./BankAccountDrawer.tsx'));

/** Says to the supplier what an invoice without bank data lacks; who may enters it here. */
export function WithoutBank({ onEntered }: { onEntered: () => void }) {
  const { t } = useTranslation('dropshipping');
  const { can } = useSession();
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onEntered();
  };
  return (
    <Alert color="yellow" variant="light">
      <Stack gap="xs" align="flex-start">
        {t('settlement.detail.withoutBank')}
        {can('bank-account.update') && (
          <Button onClick={() => setOpen(true)}>{t('settlement.bank.enter')}</Button>
        )}
      </Stack>
      {open && <BankAccountDrawer account={null} onClose={close} />}
    </Alert>
  );
}
