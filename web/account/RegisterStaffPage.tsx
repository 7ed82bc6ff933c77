import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { auth } from '#contract/account/auth.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { useTranslation } from '../i18n.ts';
import { Waiting } from '../layouts/ErrorLayout.tsx';
import { paths } from '../paths.ts';
import { Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { PasswordField } from '../ui/form/PasswordField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { ErrorState } from '../ui/page/EmptyState.tsx';
import { Link, useGo, useParam } from '../ui/page/navigation.tsx';
import { DeadLink } from './DeadLink.tsx';
import { EntryCard } from './EntryCard.tsx';
import { enter } from './entering.ts';
import { useInvitation } from './mail-token-check.ts';
import { passwordRefusal } from './password-refusal.ts';

export default function RegisterStaffPage() {
  const token = useParam('token');
  const { data, failure, retry } = useInvitation(token);
  const [dead, setDead] = useState(false);
  const refused = failure !== null && !failure.unknownOutcome;
  if (dead || refused) return <DeadLink kind="invitation" />;
  if (failure) return <ErrorState failure={failure} retry={retry} />;
  if (!data) return <Waiting />;
  return <Acceptance token={token} invitation={data} onDead={() => setDead(true)} />;
}

type Invitation = ResponseOf<typeof auth.verifyInvitation>;

function Acceptance({
  token,
  invitation,
  onDead,
}: {
  token: string;
  invitation: Invitation;
  onDead: () => void;
}) {
  const { t } = useTranslation('account');
  const words = useTranslation('business').t;
  const go = useGo();
  const { hasAccount } = invitation;
  const form = useForm({
    endpoint: auth.registerStaff,
    initial: { name: '', password: '' },
    send: ({ name, password }) => ({ body: hasAccount ? { token, password } : { token, name, password } }),
    success: false,
    onFailure: (failure) => {
      const { code } = failure.problem;
      if (code === 'token_invalid') onDead();
      const refusal = passwordRefusal(failure, t('login.locked'));
      if (refusal !== undefined) form.setErrors({ password: refusal });
      return code === 'token_invalid' || refusal !== undefined;
    },
    onSaved: (opened) => void enter(opened, undefined).then((to) => go(to, { replace: true })),
  });
  const roles = invitation.roles.map((role) => words(`roles.${role}`)).join(', ');
  return (
    <EntryCard
      title={t('invitation.title', { business: invitation.business.name })}
      hint={`${t('invitation.hint', { roles })} ${t(hasAccount ? 'invitation.knownHint' : 'invitation.newHint')}`}
    >
      <Form form={form} guard={false}>
        <Group gap={6} wrap="nowrap">
          <IconMail size={16} aria-hidden />
          <Text size="sm">{invitation.email}</Text>
        </Group>
        {hasAccount ? (
          <>
            <PasswordField
              {...form.field('password')}
              label={t('fields.password')}
              autoComplete="current-password"
              required
            />
            <Anchor component={Link} to={paths.account.forgotPassword({ email: invitation.email })} size="sm">
              {t('login.forgot')}
            </Anchor>
          </>
        ) : (
          <>
            <TextField {...form.field('name')} label={t('fields.name')} autoComplete="name" required />
            <PasswordField
              {...form.field('password')}
              label={t('fields.password')}
              description={t('fields.passwordHint')}
              autoComplete="new-password"
              required
            />
          </>
        )}
        <Button type="submit" size="md" loading={form.pending} fullWidth>
          {t(hasAccount ? 'invitation.submitKnown' : 'invitation.submitNew')}
        </Button>
      </Form>
    </EntryCard>
  );
}
