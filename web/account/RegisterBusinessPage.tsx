import { Anchor, Button, Divider, Text } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { auth } from '#contract/account/auth.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import type { BusinessType } from '#contract/permissions.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { DocumentField } from '../ui/form/brazilian-fields.tsx';
import { FieldRow, Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { PasswordField } from '../ui/form/PasswordField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { BusinessTypeField } from './BusinessTypeField.tsx';
import { EntryCard } from './EntryCard.tsx';

type Values = Omit<BodyInputOf<typeof auth.registerBusiness>, 'businessType'> & {
  businessType: BusinessType | null;
};
const nothing: Values = {
  name: '',
  email: '',
  password: '',
  businessName: '',
  businessType: null,
  document: '',
};

export default function RegisterBusinessPage() {
  const { t } = useTranslation('account');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const form = useForm({
    endpoint: auth.registerBusiness,
    initial: nothing,
    // A type that was not chosen is left out of the body, and the error is shown at the field.
    send: (values) => ({
      body: {
        ...(values as BodyInputOf<typeof auth.registerBusiness>),
        ...(wrong !== null && { insteadOf: wrong }),
      },
    }),
    onSaved: (_answer, { email }) => setSentTo(email.trim()),
  });
  const correct = () => {
    setWrong(sentTo);
    setSentTo(null);
  };
  if (sentTo !== null) return <CheckMail email={sentTo} correct={correct} />;
  return (
    <div data-wide style={{ maxWidth: 640 }}>
      <EntryCard
        title={t('register.title')}
        hint={t('register.hint')}
        footer={
          <Text ta="center" size="sm" c="dimmed">
            {t('register.haveAccount')}{' '}
            <Anchor component={Link} to={paths.account.login()} inherit underline="always">
              {t('welcome.login')}
            </Anchor>
          </Text>
        }
      >
        <Form form={form} guard={false}>
          <BusinessTypeField {...form.field('businessType')} />
          <FieldRow>
            <TextField
              {...form.field('businessName')}
              label={t('fields.businessName')}
              autoComplete="organization"
              required
            />
            <DocumentField {...form.field('document')} label={t('fields.document')} required />
          </FieldRow>
          <Divider label={t('register.you')} labelPosition="left" />
          <FieldRow>
            <TextField {...form.field('name')} label={t('fields.name')} autoComplete="name" required />
            <TextField
              {...form.field('email')}
              label={t('fields.email')}
              type="email"
              autoComplete="username"
              required
            />
          </FieldRow>
          <PasswordField
            {...form.field('password')}
            label={t('fields.password')}
            description={t('fields.passwordHint')}
            autoComplete="new-password"
            required
          />
          <Button type="submit" size="md" loading={form.pending} fullWidth>
            {t('register.submit')}
          </Button>
        </Form>
      </EntryCard>
    </div>
  );
}

function CheckMail({ email, correct }: { email: string; correct: () => void }) {
  const { t } = useTranslation('account');
  return (
    <EntryCard icon={IconMailCheck} title={t('register.sentTitle')} hint={t('register.sent', { email })}>
      <Text size="sm" c="dimmed">
        {t('register.notArrived')}
      </Text>
      <Button component={Link} to={paths.account.resendActivation({ email })} variant="default">
        {t('login.resend')}
      </Button>
      <Button onClick={correct} variant="subtle">
        {t('register.correct')}
      </Button>
    </EntryCard>
  );
}
