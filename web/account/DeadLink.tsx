import { Button } from '@mantine/core';
import { IconUnlink } from '@tabler/icons-react';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { Link } from '../ui/page/navigation.tsx';
import { EntryCard } from './EntryCard.tsx';

const wayOut = {
  activation: { to: paths.account.resendActivation(), label: 'resend.title' },
  reset: { to: paths.account.forgotPassword(), label: 'forgot.title' },
  invitation: { to: paths.account.login(), label: 'deadLink.login' },
} as const;

/** An expired or used link of a mail, with the way to get another. */
export function DeadLink({ kind }: { kind: keyof typeof wayOut }) {
  const { t } = useTranslation('account');
  const { to, label } = wayOut[kind];
  return (
    <EntryCard
      icon={IconUnlink}
      tone="bad"
      title={t('deadLink.title')}
      hint={`${t('deadLink.hint')} ${kind === 'invitation' ? t('deadLink.invitation') : ''}`}
    >
      <Button component={Link} to={to}>
        {t(label)}
      </Button>
    </EntryCard>
  );
}
