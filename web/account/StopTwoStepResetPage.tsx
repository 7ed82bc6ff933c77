import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { auth } from '#contract/account/auth.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { Link, useParam } from '../ui/page/navigation.tsx';
import { DeadLink } from './DeadLink.tsx';
import { EntryCard } from './EntryCard.tsx';

/** Opened from the mail that announces the reset of one's second step by an owner. */
export default function StopTwoStepResetPage() {
  const { t } = useTranslation('account');
  const token = useParam('token');
  const [state, setState] = useState<'asking' | 'done' | 'dead'>('asking');
  const stop = useAct(auth.stopTwoStepReset, {
    success: false,
    onSuccess: () => setState('done'),
    onFailure: (failure) => {
      if (failure.problem.code !== 'token_invalid') return false;
      setState('dead');
      return true;
    },
  });
  if (state === 'dead') return <DeadLink kind="invitation" />;
  if (state === 'done') {
    return (
      <EntryCard icon={IconCircleCheck} title={t('stopReset.doneTitle')} hint={t('stopReset.done')}>
        <Button component={Link} to={paths.account.login()} size="md">
          {t('login.submit')}
        </Button>
      </EntryCard>
    );
  }
  return (
    <EntryCard title={t('stopReset.title')} hint={t('stopReset.hint')}>
      <Button size="md" loading={stop.pending} onClick={() => void stop.run({ body: { token } })}>
        {t('stopReset.submit')}
      </Button>
    </EntryCard>
  );
}
