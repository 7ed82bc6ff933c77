import { Anchor, Button, Text } from '@mantine/core';
import { auth } from '#contract/account/auth.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { Link, useGo } from '../ui/page/navigation.tsx';
import { CodeField } from './CodeField.tsx';
import { EntryCard } from './EntryCard.tsx';
import { enter } from './entering.ts';
import { passwordRefusal } from './password-refusal.ts';

/** The second step of a sign-in; whoever comes without the first one is sent back to it. */
export function CodeStep({ redirect }: { redirect: string | undefined }) {
  const { t } = useTranslation('account');
  const go = useGo();
  const start = paths.account.login({ redirect });
  const form = useForm({
    endpoint: auth.validateOtp,
    initial: { token: '' },
    send: (body) => ({ body }),
    success: false,
    onFailure: (failure) => {
      if (failure.problem.status === 401 || failure.problem.code === 'forbidden') {
        go(start, { replace: true });
        return true;
      }
      const refusal = passwordRefusal(failure, t('twoStep.stepLocked'));
      if (refusal !== undefined) form.setErrors({ token: refusal });
      return refusal !== undefined;
    },
    onSaved: (opened) => void enter(opened, redirect).then((to) => go(to, { replace: true })),
  });
  return (
    <EntryCard title={t('twoStep.stepTitle')} hint={t('twoStep.stepHint')}>
      <Form form={form} guard={false}>
        <CodeField {...form.field('token')} size="md" autoFocus />
        <Text size="sm" c="dimmed">
          {t('twoStep.stepRecovery')}
        </Text>
        <Button type="submit" size="md" loading={form.pending} fullWidth>
          {t('twoStep.stepSubmit')}
        </Button>
        <Anchor component={Link} to={start} size="sm">
          {t('twoStep.stepBack')}
        </Anchor>
      </Form>
    </EntryCard>
  );
}
