import { Modal, Stack, Text } from '@mantine/core';
import { maxDisputePhotos } from '#contract/dropshipping/dispute.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { keepPictures } from '../../products/images/image-upload.ts';
import { filesOf } from '../../products/images/picture-parts.ts';
import { writeMoney } from '../../quantity.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { ImagesField } from '../../ui/form/ImagesField.tsx';
import type { ImageItem } from '../../ui/form/ImagesList.tsx';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';

export type InvoiceLine = ResponseOf<typeof api.dropinvoices.items>['items'][number];
type Props = { line: InvoiceLine; onClose: () => void };

/** Number of wrong units of a line, with reason and photos. */
export function DisputeDialog({ line, onClose }: Props) {
  const { t } = useTranslation(['dropshipping', 'ui', 'errors']);
  const form = useForm({
    endpoint: api.disputes.open,
    initial: { quantity: line.quantity as number | null, reason: '', photos: [] as ImageItem[] },
    send: ({ quantity, reason, photos }) => ({
      body: { itemId: line.id, quantity: quantity ?? Number.NaN, reason },
      ...filesOf(photos),
    }),
    check: ({ photos }) => ({ ...(photos.length === 0 && { photos: t('errors:dispute_photo_required') }) }),
    onSaved: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('settlement.dispute.title')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Stack>
          <Text>
            {line.product}: {line.quantity} × {writeMoney(line.unitPriceCentavos)}
          </Text>
          <Text size="sm" c="dimmed">
            {t('settlement.dispute.hint')}
          </Text>
          <NumberField
            data-autofocus
            {...form.field('quantity')}
            label={t('settlement.dispute.quantity')}
            description={t('settlement.dispute.quantityOf', { quantity: line.quantity })}
            min={1}
            max={line.quantity}
            required
          />
          <NotesField
            {...form.field('reason')}
            label={t('settlement.dispute.reason')}
            maxLength={500}
            required
          />
          <ImagesField
            {...form.field('photos')}
            label={t('settlement.dispute.photos')}
            upload={keepPictures}
            max={maxDisputePhotos}
            camera
          />
          <DialogSubmit form={form} label={t('settlement.dispute.submit')} />
        </Stack>
      </Form>
    </Modal>
  );
}
