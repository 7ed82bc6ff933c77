import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { MarketplaceAccount } from '#contract/marketplaces/marketplace-account.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';

type CoverDialogProps = { accounts: readonly MarketplaceAccount[]; onClose: () => void };

const mostDays = 180;
const isDays = (days: number | null | undefined) => days != null && days >= 1 && days <= mostDays;

/** How many days the units in the marketplace's own warehouse are to last, for each account that has one. */
export default function CoverDialog({ accounts, onClose }: CoverDialogProps) {
  const { t } = useTranslation(['advertisements', 'ui']);
  const [days, setDays] = useState<Readonly<Record<number, number | null>>>(() =>
    Object.fromEntries(accounts.map(({ id, fulfillmentDays }) => [id, fulfillmentDays])),
  );
  const update = useAct(api.marketplaceAccounts.updateFulfillment);
  const submit = async () => {
    for (const { id, fulfillmentDays } of accounts) {
      const wanted = days[id];
      if (wanted == null || wanted === fulfillmentDays) continue;
      if (!(await update.run({ params: { id }, body: { days: wanted } })).ok) return;
    }
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('fulfillment.coverTitle')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack>
          <Text size="sm">{t('fulfillment.coverHint')}</Text>
          {accounts.map(({ id, name, capabilities }) => (
            <NumberField
              key={id}
              label={t('fulfillment.coverOf', { service: capabilities.fulfillment ?? '', name })}
              value={days[id] ?? null}
              min={1}
              max={mostDays}
              required
              error={isDays(days[id]) ? undefined : t('fulfillment.daysOutside', { most: mostDays })}
              onChange={(next) => setDays({ ...days, [id]: next })}
            />
          ))}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('ui:act.cancel')}
            </Button>
            <Button
              type="submit"
              loading={update.pending}
              disabled={!accounts.every(({ id }) => isDays(days[id]))}
            >
              {t('fulfillment.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
