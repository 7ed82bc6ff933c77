import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { auth } from '#contract/account/auth.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { Waiting } from '../layouts/ErrorLayout.tsx';
import { paths } from '../paths.ts';
import { ErrorState } from '../ui/page/EmptyState.tsx';
import { Link, useGo, useParam } from '../ui/page/navigation.tsx';
import { DeadLink } from './DeadLink.tsx';
import { EntryCard } from './EntryCard.tsx';
import { enter } from './entering.ts';
import { useTokenCheck } from './mail-token-check.ts';

export default function ActivationPage() {
  const { t } = useTranslation('account');
  const token = useParam('token');
  const go = useGo();
  const check = useTokenCheck(token, 'activation');
  const [state, setState] = useState<'waiting' | 'done' | 'dead'>('waiting');
  const activate = useAct(auth.activate, {
    success: false,
    onSuccess: ({ signedIn }) => {
      if (signedIn) void enter({ stage: 'full' }, undefined).then((home) => go(home, { replace: true }));
      else setState('done');
    },
    onFailure: (failure) => {
      if (failure.problem.code !== 'token_invalid') return false;
      setState('dead');
      return true;
    },
  });
  if (state === 'done') {
    return (
      <EntryCard icon={IconCircleCheck} title={t('activation.doneTitle')} hint={t('activation.done')}>
        <Button component={Link} to={paths.account.login()} size="md">
          {t('login.submit')}
        </Button>
      </EntryCard>
    );
  }
  if (check.failure) return <ErrorState failure={check.failure} retry={check.retry} />;
  if (!check.data) return <Waiting />;
  if (!check.data.valid || state === 'dead') return <DeadLink kind="activation" />;
  return (
    <EntryCard title={t('activation.title')} hint={t('activation.hint')}>
      <Button size="md" loading={activate.pending} onClick={() => void activate.run({ body: { token } })}>
        {t('activation.submit')}
      </Button>
    </EntryCard>
  );
}
