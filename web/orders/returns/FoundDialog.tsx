import { Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { maxReturnPhotos, type ParcelReturn } from '#contract/orders/return.ts';
import { useTranslation } from '../../i18n.ts';
import { keepPictures } from '../../products/images/image-upload.ts';
import { filesOf } from '../../products/images/picture-parts.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { ImagesField } from '../../ui/form/ImagesField.tsx';
import type { ImageItem } from '../../ui/form/ImagesList.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { keepReturn } from './use-return.ts';

export type Found = { part: ParcelReturn['parts'][number]; condition: 'damaged' | 'missing' };
type Props = { id: number; found: Found; onClose: () => void };

/** Units that differ from what was sent: number, finding, and a photo of damaged ones. */
export function FoundDialog({ id, found: { part, condition }, onClose }: Props) {
  const { t } = useTranslation(['orders', 'ui']);
  // One idempotency key per dialog, so that a retry after a lost answer counts once.
  const [clientId] = useState(() => crypto.randomUUID());
  const isNumbered = condition === 'damaged' && part.serials.length > 0;
  const form = useForm({
    endpoint: api.returns.inspect,
    initial: { quantity: 1 as number | null, serial: '', reason: '', photos: [] as ImageItem[] },
    success: false,
    send: ({ quantity, serial, reason, photos }) => ({
      params: { id },
      body: {
        code: isNumbered ? serial : part.sku,
        condition,
        quantity: isNumbered ? 1 : (quantity ?? 0),
        reason,
        clientId,
      },
      ...filesOf(photos),
    }),
    onSaved: (parcel) => {
      keepReturn(parcel);
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(condition === 'damaged' ? 'returns.damagedAsk' : 'returns.missingAsk', { sku: part.sku })}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Stack>
          {isNumbered ? (
            <TextField size="floor" {...form.field('serial')} label={t('returns.serialOf')} required />
          ) : (
            <NumberField size="floor" {...form.field('quantity')} label={t('returns.quantity')} required />
          )}
          <TextField size="floor" {...form.field('reason')} label={t('returns.what')} />
          {condition === 'damaged' && (
            <ImagesField
              {...form.field('photos')}
              label={t('returns.photos')}
              upload={keepPictures}
              max={maxReturnPhotos}
              camera
            />
          )}
          <DialogSubmit
            size="floor"
            form={form}
            label={t(condition === 'damaged' ? 'returns.markDamaged' : 'returns.markMissing')}
          />
        </Stack>
      </Form>
    </Modal>
  );
}
