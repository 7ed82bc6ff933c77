import { Button, Group } from '@mantine/core';
import { api } from '#contract/index.ts';
import { usePasswordGate } from '../account/password-gate.tsx';
import { useTranslation } from '../i18n.ts';
import { renewSession } from '../session.ts';
import { Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { TextField } from '../ui/form/TextField.tsx';
import { Section } from '../ui/page/Section.tsx';
import { useSession } from '../use-session.ts';

/** Removal of the business by an owner. */
export function EndingSection() {
  const { can } = useSession();
  return can('business.secure') ? <EndingForm /> : null;
}

function EndingForm() {
  const { t } = useTranslation('business');
  const gate = usePasswordGate();
  const form = useForm({
    endpoint: api.business.remove,
    initial: { name: '' },
    send: (body) => ({ body }),
    onFailure: (failure) =>
      gate.handles(failure, () => {
        void form.submit();
      }),
    onSaved: () => void renewSession(),
  });
  return (
    <>
      <Form form={form} guard={false}>
        <Section title={t('ending.title')} hint={t('ending.hint')}>
          <TextField {...form.field('name')} label={t('ending.name')} autoComplete="off" required />
          <Group justify="flex-end">
            <Button type="submit" color="red" variant="light" loading={form.pending}>
              {t('ending.submit')}
            </Button>
          </Group>
        </Section>
      </Form>
      {gate.dialog}
    </>
  );
}
