import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from '../i18n.ts';
import { homeOf } from '../station.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { useSession } from '../use-session.ts';

/** Replaces a screen for which role or business of the reader have no permission. */
export function Forbidden() {
  const { t } = useTranslation();
  const { session } = useSession();
  useEffect(() => {
    document.title = `${t('forbidden.title')} · ${t('app.name')}`;
  }, [t]);
  return (
    <EmptyState
      level={1}
      icon={IconLock}
      title={t('forbidden.title')}
      hint={t('forbidden.message')}
      action={
        <Button component={Link} to={homeOf(session)}>
          {t('notFound.home')}
        </Button>
      }
    />
  );
}
