import { Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { api } from '#contract/index.ts';
import type { OwnCarrier, OwnCarrierBody } from '#contract/orders/own-carrier.ts';
import { useTranslation } from '../../i18n.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { type FormState, useForm } from '../../ui/form/form-state.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { useWeekdays } from './weekdays.ts';

const empty: OwnCarrierBody = {
  ...{ name: '', service: '', trackingLink: '', codeFormat: '' },
  cutoffs: Array.from({ length: 7 }, () => ''),
};

export function AddCarrierDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('orders');
  const form = useForm({
    endpoint: api.carriers.create,
    initial: empty,
    send: (body) => ({ body }),
    onSaved: onClose,
  });
  return <CarrierForm form={form} title={t('carriers.addTitle')} onClose={onClose} />;
}

export function EditCarrierDialog({ carrier, onClose }: { carrier: OwnCarrier; onClose: () => void }) {
  const { t } = useTranslation('orders');
  const { id, version, ...initial } = carrier;
  const form = useForm({
    endpoint: api.carriers.update,
    initial,
    version,
    send: (body, version) => ({ params: { id }, body, version }),
    onSaved: onClose,
  });
  return <CarrierForm form={form} title={t('carriers.editTitle')} onClose={onClose} />;
}

type CarrierFormProps = { form: FormState<OwnCarrierBody>; title: string; onClose: () => void };

function CarrierForm({ form, title, onClose }: CarrierFormProps) {
  const { t } = useTranslation(['orders', 'ui']);
  const weekdays = useWeekdays();
  const { cutoffs } = form.values;
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextField
            {...form.field('name')}
            label={t('carriers.name')}
            maxLength={40}
            required
            data-autofocus
          />
          <TextField
            {...form.field('service')}
            label={t('carriers.service')}
            placeholder={t('carriers.serviceHint')}
            maxLength={40}
          />
        </SimpleGrid>
        <TextField
          {...form.field('trackingLink')}
          label={t('carriers.trackingLink')}
          description={t('carriers.trackingLinkHint')}
          maxLength={300}
        />
        <TextField
          {...form.field('codeFormat')}
          label={t('carriers.codeFormat')}
          description={t('carriers.codeFormatHint')}
          maxLength={40}
        />
        <Stack gap={4} component="fieldset" bd={0} p={0} m={0}>
          <Text component="legend" size="sm" fw={500} p={0}>
            {t('carriers.cutoffs')}
          </Text>
          <Text size="xs" c="dimmed">
            {t('carriers.cutoffsHint')}
          </Text>
          <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="sm" verticalSpacing="xs">
            {weekdays.map(({ day, label }) => (
              <TextInput
                key={day}
                type="time"
                label={label}
                value={cutoffs[day]}
                error={form.errorOf(`cutoffs.${day}`)}
                onChange={({ currentTarget: { value } }) => form.set('cutoffs', cutoffs.with(day, value))}
              />
            ))}
          </SimpleGrid>
        </Stack>
        <DialogSubmit form={form} label={t('carriers.save')} />
      </Form>
    </Modal>
  );
}
