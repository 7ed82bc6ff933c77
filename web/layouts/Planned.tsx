import { IconCalendarTime } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from '../i18n.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';

/** A screen of the specification that a later issue builds; shown in development only. */
export function Planned() {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <EmptyState
      level={1}
      icon={IconCalendarTime}
      title={t('planned.title')}
      hint={t('planned.message', { path })}
    />
  );
}
