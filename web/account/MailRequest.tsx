import { Anchor, Button, Text } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { auth } from '#contract/account/auth.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { TextField } from '../ui/form/TextField.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { EntryCard } from './EntryCard.tsx';

const requests = { resend: auth.resendActivation, forgot: auth.forgotPassword };

/** Requests a mail. The answer is the same for every address, as on the server. */
export function MailRequest({ kind }: { kind: keyof typeof requests }) {
  const { t } = useTranslation('account');
  const { email = '' }: { email?: string } = useSearch({ strict: false });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    endpoint: requests[kind],
    initial: { email },
    send: (body) => ({ body }),
    success: false,
    onSaved: (_answer, values) => setSentTo(values.email.trim()),
  });
  const back = (
    <Text ta="center" size="sm">
      <Anchor component={Link} to={paths.account.login()} inherit>
        {t('deadLink.login')}
      </Anchor>
    </Text>
  );
  if (sentTo !== null) {
    return (
      <EntryCard
        icon={IconMailCheck}
        title={t('sent.title')}
        hint={t('sent.text', { email: sentTo })}
        footer={back}
      >
        <Button variant="default" onClick={() => setSentTo(null)}>
          {t('sent.again')}
        </Button>
      </EntryCard>
    );
  }
  return (
    <EntryCard title={t(`${kind}.title`)} hint={t(`${kind}.hint`)} footer={back}>
      <Form form={form} guard={false}>
        <TextField
          {...form.field('email')}
          label={t('fields.email')}
          type="email"
          autoComplete="username"
          size="md"
          required
          autoFocus
        />
        <Button type="submit" size="md" loading={form.pending} fullWidth>
          {t(`${kind}.submit`)}
        </Button>
      </Form>
    </EntryCard>
  );
}
