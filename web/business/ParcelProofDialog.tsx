import { Modal, Stack } from '@mantine/core';
import { type ProofSettings, proofModes } from '#contract/business/proof-settings.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { useTranslation } from '../i18n.ts';
import { DialogSubmit } from '../ui/form/DialogSubmit.tsx';
import { FieldRow, Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { NumberField } from '../ui/form/NumberField.tsx';
import { SelectField } from '../ui/form/SelectField.tsx';

type Body = BodyInputOf<typeof api.business.proveParcels>;
type Values = {
  weight: ProofSettings['weight'] | null;
  photos: ProofSettings['photos'] | null;
  tolerance: { percent: number | null; grams: number | null };
};

type ParcelProofDialogProps = { settings: ProofSettings; onClose: () => void };

/** What the bench asks for, and by how much a parcel may differ from its goods. */
export default function ParcelProofDialog({ settings, onClose }: ParcelProofDialogProps) {
  const { t } = useTranslation(['business', 'ui']);
  const form = useForm({
    endpoint: api.business.proveParcels,
    initial: { parcelProof: settings as Values },
    // Empty fields are refused by the schema.
    send: (values) => ({ body: values as Body }),
    onSaved: onClose,
  });
  const modes = proofModes.map((value) => ({ value, label: t(`parcelProof.modes.${value}`) }));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('parcelProof.title')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Stack>
          <SelectField
            {...form.field('parcelProof.weight')}
            label={t('parcelProof.weight')}
            description={t('parcelProof.weightHint')}
            options={modes}
            required
          />
          <FieldRow>
            <NumberField
              {...form.field('parcelProof.tolerance.percent')}
              label={t('parcelProof.percent')}
              unit="%"
              max={100}
              required
            />
            <NumberField
              {...form.field('parcelProof.tolerance.grams')}
              label={t('parcelProof.grams')}
              description={t('parcelProof.larger')}
              unit="g"
              max={10_000}
              required
            />
          </FieldRow>
          <SelectField
            {...form.field('parcelProof.photos')}
            label={t('parcelProof.photos')}
            options={modes}
            required
          />
          <DialogSubmit form={form} label={t('ui:act.save')} />
        </Stack>
      </Form>
    </Modal>
  );
}
