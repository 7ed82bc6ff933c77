import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Publication } from '#contract/advertisements/publication.ts';
import { leastWholesalePrice } from '#contract/advertisements/wholesale.ts';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { writeMoney } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { FieldFault } from '../../ui/form/FieldFault.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { RetryLine } from '../../ui/page/RetryLine.tsx';
import { useCauseText } from '../publications/SyncErrorNotice.tsx';
import { type BandDraft, BandFields } from './BandFields.tsx';

type WholesaleDialogProps = { id: number; name: string; onClose: () => void };

/** The wholesale prices of a publication, with the margin of each. */
export default function WholesaleDialog({ id, name, onClose }: WholesaleDialogProps) {
  const { t } = useTranslation(['advertisements', 'ui']);
  const found = useApi(api.publications.detail, { params: { id } });
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('wholesale.dialog', { name })}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      {found.data ? (
        <WholesaleForm publication={found.data} onClose={onClose} />
      ) : found.error ? (
        <RetryLine
          endpoint={api.publications.detail}
          failure={found.error}
          retry={() => void found.refetch()}
        />
      ) : (
        <Group>
          <Loader size="sm" />
          <Text size="sm">{t('wholesale.loading')}</Text>
        </Group>
      )}
    </Modal>
  );
}

let serial = 0;
const emptyBand = (): BandDraft => ({ tempId: `band-${++serial}`, from: null, price: null });

type FormProps = { publication: Publication; onClose: () => void };

function WholesaleForm({ publication, onClose }: FormProps) {
  const { t } = useTranslation('advertisements');
  const { account, wholesale, variations, version } = publication;
  const { mostBands, buyers } = account.capabilities.wholesale ?? { mostBands: 0, buyers: 'everyone' };
  const form = useForm({
    endpoint: api.publications.updateWholesale,
    initial: { bands: wholesale.map(({ from, price }): BandDraft => ({ ...emptyBand(), from, price })) },
    version,
    send: ({ bands }) => ({
      params: { id: publication.id },
      body: {
        bands: bands.map(({ from, price }) => ({ from: from ?? Number.NaN, price: price ?? Number.NaN })),
      },
      version,
    }),
    onSaved: onClose,
  });
  const settings = useApi(api.marketplacesCategories.attributes, {
    params: { account: account.id, id: publication.category.id },
  });
  const least = leastWholesalePrice(variations[0]?.price ?? 0, settings.data?.leastWholesalePercent ?? 0);
  const cause = useCauseText(publication.syncError)('wholesale');
  const { bands } = form.values;
  form.shownPaths.add('bands');
  return (
    <Form form={form} guard={false}>
      <Stack gap="sm">
        <Text size="sm">
          {t(`wholesale.buyers.${buyers}`)}{' '}
          {t('wholesale.price', { price: writeMoney(variations[0]?.price ?? 0) })}{' '}
          {least > 0 && t('wholesale.least', { price: writeMoney(least) })}
        </Text>
        {variations.some(({ promotion }) => promotion) && (
          <Text size="sm" c="orange">
            {t('wholesale.inPromotion')}
          </Text>
        )}
        <FieldFault>{form.errors.bands ?? cause}</FieldFault>
        {bands.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('wholesale.empty')}
          </Text>
        )}
        {bands.map((band, index) => (
          <BandFields
            key={band.tempId}
            publication={publication}
            band={band}
            n={index + 1}
            from={form.field(`bands.${index}.from`)}
            price={form.field(`bands.${index}.price`)}
            onRemove={() => form.remove('bands', index)}
          />
        ))}
        <Group gap="sm">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={bands.length >= mostBands}
            onClick={() => form.add('bands', emptyBand())}
          >
            {t('wholesale.addBand')}
          </Button>
          {bands.length >= mostBands && (
            <Text size="xs" c="dimmed">
              {t('wholesale.most', { limit: mostBands })}
            </Text>
          )}
        </Group>
        {bands.length > 0 && (
          <Text size="xs" c="dimmed">
            {t('wholesale.marginHint')}
          </Text>
        )}
        <DialogSubmit form={form} label={t('wholesale.submit')} />
      </Stack>
    </Form>
  );
}
