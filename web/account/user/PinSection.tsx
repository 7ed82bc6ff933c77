import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { user } from '#contract/account/user.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Instant } from '../../ui/page/values.tsx';
import { useFreshAct, usePasswordGate } from '../password-gate.tsx';

/** The PIN with which a person uses stations of the floor. */
export function PinSection() {
  const { t } = useTranslation('account');
  const { data } = useApi(user.detail, {});
  const [choosing, setChoosing] = useState(false);
  const remove = useFreshAct(user.updatePin);
  if (!data) return null;
  return (
    <Section
      title={t('pin.title')}
      hint={t('pin.hint')}
      actions={
        <Actions
          items={[
            {
              key: 'choose',
              label: t(data.pinSetAt ? 'pin.change' : 'pin.choose'),
              run: () => setChoosing(true),
            },
            data.pinSetAt !== null && {
              key: 'remove',
              label: t('pin.remove'),
              confirm: {
                title: t('pin.removeSure'),
                message: t('pin.removeText'),
                confirm: t('pin.remove'),
                tone: 'bad',
              },
              run: () => remove.run({ body: { pin: null } }),
            },
          ]}
        />
      }
    >
      <Text c="dimmed">
        {data.pinSetAt ? (
          <>
            {t('pin.since')} <Instant value={data.pinSetAt} />
          </>
        ) : (
          t('pin.none')
        )}
      </Text>
      {choosing && <PinDialog onClose={() => setChoosing(false)} />}
      {remove.dialog}
    </Section>
  );
}

function PinDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const { t: ui } = useTranslation();
  const gate = usePasswordGate();
  const form = useForm({
    endpoint: user.updatePin,
    initial: { pin: '' },
    send: (body) => ({ body }),
    onFailure: (failure) =>
      gate.handles(failure, () => {
        void form.submit();
      }),
    onSaved: onClose,
  });
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        title={t('pin.title')}
        closeButtonProps={{ 'aria-label': ui('act.close') }}
      >
        <Form form={form} guard={false}>
          <PasswordField
            {...form.field('pin')}
            label={t('pin.field')}
            autoComplete="new-password"
            inputMode="numeric"
            required
            autoFocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {ui('act.cancel')}
            </Button>
            <Button type="submit" loading={form.pending}>
              {t('pin.save')}
            </Button>
          </Group>
        </Form>
      </Modal>
      {gate.dialog}
    </>
  );
}
