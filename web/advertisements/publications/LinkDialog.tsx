import { Button, Group, Modal, Paper, Radio, Stack, Text } from '@mantine/core';
import { IconLink, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { Advertisement } from '#contract/advertisements/advertisement.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { writeMoney } from '../../quantity.ts';
import { AsyncSelect, type Reference } from '../../ui/form/AsyncSelect.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import { PromotionNote } from '../PromotionNote.tsx';

type Preview = ResponseOf<typeof api.publications.findLink>;
type Found = NonNullable<Preview['found']>;

/** Links an ad that is already on sale to this advertisement, after showing it. */
export function LinkDialog({
  advertisement,
  onClose,
}: {
  advertisement: Advertisement;
  onClose: () => void;
}) {
  const { t } = useTranslation(['advertisements', 'ui']);
  const [account, setAccount] = useState<Reference | null>(null);
  const [example, setExample] = useState('');
  const [link, setLink] = useState('');
  const [preview, setPreview] = useState<Preview | null>(null);
  const found = preview?.found;
  const find = useAct(api.publications.findLink, { success: false, onSuccess: setPreview });
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
          onPick={(picked) => setExample(picked?.capabilities.adExample ?? '')}
          label={t('publish.account')}
          required
        />
        <TextField
          value={link}
          onChange={(text) => {
            setLink(text);
            setPreview(null);
          }}
          label={t('linking.link')}
          placeholder={example}
          maxLength={600}
          required
        />
        {preview && preview.choices.length > 0 && (
          <Choices
            choices={preview.choices}
            onChoose={(remoteItem) => {
              setLink(remoteItem);
              if (account) void find.run({ body: { account: account.id, link: remoteItem } });
            }}
          />
        )}
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

/** Several ads of one product: the reader chooses one. */
function Choices({
  choices,
  onChoose,
}: {
  choices: Preview['choices'];
  onChoose: (remoteItem: string) => void;
}) {
  const { t } = useTranslation('advertisements');
  return (
    <Radio.Group label={t('linking.choose')} onChange={onChoose}>
      <Stack gap={6} mt={6}>
        {choices.map((choice) => (
          <Radio
            key={choice.remoteItem}
            value={choice.remoteItem}
            label={[choice.name, choice.price !== null && writeMoney(choice.price)]
              .filter(Boolean)
              .join(' · ')}
            description={choice.remoteItem}
          />
        ))}
      </Stack>
    </Radio.Group>
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
        {found.remoteItem} ·{' '}
        {found.price === null
          ? t('linking.priceUnknown')
          : t('linking.price', { price: writeMoney(found.price) })}
      </Text>
      <PromotionNote promotion={found.variations.find(({ promotion }) => promotion)?.promotion ?? null} />
      {found.variations.map((variation) => (
        <Text key={variation.remoteVariation ?? found.remoteItem} size="sm" c="dimmed">
          {variation.name} {variation.sku && `(${variation.sku})`}: <Quantity value={variation.quantity} />
        </Text>
      ))}
      {found.variations.length > 1 && <Text size="sm">{t('linking.all')}</Text>}
    </Paper>
  );
}
