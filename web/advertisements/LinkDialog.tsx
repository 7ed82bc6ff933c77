import { Button, Group, Modal, Paper, Stack, Text } from '@mantine/core';
import { IconLink, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { Advertisement } from '#contract/advertisements/advertisement.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { formatMoney } from '#contract/money.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { AsyncSelect, type Reference } from '../ui/AsyncSelect.tsx';
import { TextField } from '../ui/TextField.tsx';
import { Quantity } from '../ui/values.tsx';

type Found = ResponseOf<typeof api.publications.findLink>;

/** Takes an ad that is already on sale under this advertisement, after showing which one it is. */
export function LinkDialog({
  advertisement,
  onClose,
}: {
  advertisement: Advertisement;
  onClose: () => void;
}) {
  const { t } = useTranslation(['advertisements', 'ui']);
  const [account, setAccount] = useState<Reference | null>(null);
  const [link, setLink] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const find = useAct(api.publications.findLink, { success: false, onSuccess: setFound });
  const submit = useAct(api.publications.link, { onSuccess: onClose });
  const ready = account !== null && link.trim() !== '';
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('linking.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('linking.hint')}
        </Text>
        <AsyncSelect<typeof api.marketplaceAccounts.list>
          endpoint={api.marketplaceAccounts.list}
          always="state:connected"
          value={account}
          onChange={setAccount}
          label={t('publish.account')}
          required
        />
        <TextField
          value={link}
          onChange={(text) => {
            setLink(text);
            setFound(null);
          }}
          label={t('linking.link')}
          placeholder={t('linking.linkPlaceholder')}
          maxLength={600}
          required
        />
        {found && <FoundAd found={found} />}
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            {t('ui:act.cancel')}
          </Button>
          {found ? (
            <Button
              leftSection={<IconLink size={16} aria-hidden />}
              loading={submit.pending}
              onClick={() =>
                account &&
                submit.run({ body: { account: account.id, advertisement: advertisement.id, link } })
              }
            >
              {t('linking.submit')}
            </Button>
          ) : (
            <Button
              leftSection={<IconSearch size={16} aria-hidden />}
              disabled={!ready}
              loading={find.pending}
              onClick={() => account && find.run({ body: { account: account.id, link } })}
            >
              {t('linking.find')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function FoundAd({ found }: { found: Found }) {
  const { t } = useTranslation('advertisements');
  return (
    <Paper withBorder p="sm" role="status">
      <Text size="sm" c="dimmed">
        {t('linking.found')}
      </Text>
      <Text fw={600}>{found.name}</Text>
      <Text size="sm">
        {found.remoteItem} · {t('linking.price', { price: formatMoney(found.price) })}
      </Text>
      {found.variations.map((variation) => (
        <Text key={variation.remoteVariation ?? found.remoteItem} size="sm" c="dimmed">
          {variation.name} {variation.sku && `(${variation.sku})`}: <Quantity value={variation.quantity} />
        </Text>
      ))}
      {found.variations.length > 1 && <Text size="sm">{t('linking.all')}</Text>}
    </Paper>
  );
}
