import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { Link } from '../ui/page/navigation.tsx';

/** Replaces every screen of a business after its deadline for the second step. */
export function TwoStepRequired() {
  const { t } = useTranslation();
  return (
    <EmptyState
      level={1}
      icon={IconShieldLock}
      title={t('twoStepDue.title')}
      hint={t('twoStepDue.over')}
      action={
        <Button component={Link} to={paths.account.user({ tab: 'security' })}>
          {t('twoStepDue.action')}
        </Button>
      }
    />
  );
}
