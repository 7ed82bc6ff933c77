import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../i18n.ts';
import { RatesDialog } from './rates/RatesDialog.tsx';

/** Shown where a margin needs the rates of an account that are not set yet. */
export function AskForRates({ account }: { account: { id: number; name: string } }) {
  const { t } = useTranslation('marketplaces');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="light" style={{ alignSelf: 'start' }} onClick={() => setOpen(true)}>
        {t('rates.set')}
      </Button>
      {isOpen && <RatesDialog account={account} rates={null} onClose={() => setOpen(false)} />}
    </>
  );
}
