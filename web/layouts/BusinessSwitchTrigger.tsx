import { Text, UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useTranslation } from '../i18n.ts';
import type { Session } from '../session.ts';
import type { TriggerProps } from '../ui/on-demand.tsx';
import classes from './DefaultLayout.module.css';

export type SwitchProps = { session: Session };

export function BusinessName({ session: { business } }: SwitchProps) {
  const { t } = useTranslation();
  if (!business) return null;
  return (
    <span className={classes.business}>
      <Text size="sm" fw={600} truncate>
        {business.name}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {t(business.type === 'sales' ? 'menu.sales_type' : 'menu.supply_type')}
      </Text>
    </span>
  );
}

export function SwitchTrigger({ session, ...trigger }: SwitchProps & TriggerProps) {
  const { t } = useTranslation();
  return (
    <UnstyledButton
      {...trigger}
      className={classes.switch}
      aria-haspopup="menu"
      title={t('menu.switchBusiness')}
    >
      <BusinessName session={session} />
      <IconSelector size={16} aria-hidden />
    </UnstyledButton>
  );
}
