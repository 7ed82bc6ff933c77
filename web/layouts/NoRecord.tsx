import { Button } from '@mantine/core';
import { IconError404 } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from '../i18n.ts';
import type { Session } from '../session.ts';
import { homeOf } from '../station.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { useSession } from '../use-session.ts';
import { type MenuItem, menuOf } from './menu.ts';

const stepsOf = (path: string) => path.split('/').filter(Boolean);

/** The menu item with the longest common path with the address, of at least one segment. */
export function menuItemAbove(session: Session, pathname: string): MenuItem | undefined {
  const steps = stepsOf(pathname);
  const shared = ({ to }: MenuItem) => {
    const apart = stepsOf(to).findIndex((step, index) => step !== steps[index]);
    return apart < 0 ? stepsOf(to).length : apart;
  };
  const { home, groups } = menuOf(session);
  return [...(home ? [home] : []), ...groups.flatMap(({ items }) => items)]
    .filter((item) => shared(item) > 0)
    .sort((one, other) => shared(other) - shared(one))[0];
}

/** Replaces the screen of a record if its address has no valid id; nothing is requested. */
export default function NoRecord() {
  const { t } = useTranslation();
  const { session } = useSession();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const above = session ? menuItemAbove(session, pathname) : undefined;
  useEffect(() => {
    document.title = `${t('notFound.title')} · ${t('app.name')}`;
  }, [t]);
  return (
    <EmptyState
      level={1}
      icon={IconError404}
      title={t('notFound.title')}
      hint={t('notFound.record')}
      action={
        <Button component={Link} to={above?.to ?? homeOf(session)} variant="default">
          {above ? t('notFound.back', { place: t(`menu.${above.label}`) }) : t('notFound.home')}
        </Button>
      }
    />
  );
}
