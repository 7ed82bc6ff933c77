import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { business } from '#contract/business/business.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import type { BusinessType } from '#contract/permissions.ts';
import { BusinessTypeField } from '../account/BusinessTypeField.tsx';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { switchBusiness } from '../session-acts.ts';
import { DocumentField } from '../ui/form/brazilian-fields.tsx';
import { Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { TextField } from '../ui/form/TextField.tsx';
import { useGo } from '../ui/page/navigation.tsx';

type Values = Omit<BodyInputOf<typeof business.create>, 'type'> & { type: BusinessType | null };
const nothing: Values = { name: '', type: null, document: '' };

/** A button with the form in which a signed-in person founds another business. */
export function FoundBusiness() {
  const { t } = useTranslation('business');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('mine.found')}
      </Button>
      {open && <FoundDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function FoundDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['business', 'account']);
  const { t: ui } = useTranslation();
  const go = useGo();
  const form = useForm({
    endpoint: business.create,
    initial: nothing,
    // A type that was not chosen is left out of the body, and the error is shown at the field.
    send: (values) => ({ body: values as BodyInputOf<typeof business.create> }),
    onSaved: ({ id }) =>
      void switchBusiness(id).then(() => {
        onClose();
        go(paths.business.home());
      }),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('mine.foundTitle')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <Form form={form} guard={false}>
        <Stack>
          <Text>{t('mine.foundHint')}</Text>
          <BusinessTypeField {...form.field('type')} />
          <TextField
            {...form.field('name')}
            label={t('account:fields.businessName')}
            autoComplete="organization"
            required
          />
          <DocumentField {...form.field('document')} label={t('account:fields.document')} required />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {ui('act.cancel')}
            </Button>
            <Button type="submit" loading={form.pending}>
              {t('mine.submit')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
