import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { RatesDialog } from './RatesDialog.tsx';

/** Shown where a margin needs the rates of an account that are not set yet. */
export function AskForRates({ account: { id, name } }: { account: { id: number; name: string } }) {
  const { t } = useTranslation('marketplaces');
  const [isOpen, setOpen] = useState(false);
  const update = useAct(api.marketplaceAccounts.updateRates);
  return (
    <>
      <Button size="compact-sm" variant="light" style={{ alignSelf: 'start' }} onClick={() => setOpen(true)}>
        {t('rates.set')}
      </Button>
      {isOpen && (
        <RatesDialog
          title={t('rates.title', { name })}
          rates={null}
          pending={update.pending}
          save={(rates) => update.run({ params: { id }, body: { rates } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
