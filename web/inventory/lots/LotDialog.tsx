import { Modal, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import type { Batch } from '#contract/inventory/batch.ts';
import { call } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { FieldRow, Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { LotFields, type LotValues } from './LotFields.tsx';

const valuesOf = ({ code, expiresOn }: Batch): LotValues => ({ code, expiresOn });

/** Corrects code and last day of a lot; the stock levels follow. */
export function LotDialog({ lot, close }: { lot: Batch; close: () => void }) {
  const { t } = useTranslation(['inventory', 'ui']);
  const params = { id: lot.id };
  const form = useForm({
    endpoint: api.batches.update,
    initial: valuesOf(lot),
    version: lot.version,
    send: ({ code, expiresOn }, version) => ({ params, body: { code, expiresOn: expiresOn ?? '' }, version }),
    onSaved: close,
    conflict: {
      load: async () => {
        const now = await call(api.batches.detail, { params });
        return { values: valuesOf(now), version: now.version };
      },
    },
  });
  return (
    <Modal
      opened
      onClose={close}
      title={`${t('lots.correct')} · ${lot.product.name}`}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Text size="sm" c="dimmed">
          {t('lots.correctHint')}
        </Text>
        <FieldRow>
          <LotFields code={form.field('code')} day={form.field('expiresOn')} />
        </FieldRow>
        <DialogSubmit form={form} label={t('ui:act.save')} />
      </Form>
    </Modal>
  );
}
