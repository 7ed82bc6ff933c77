import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import type { Session } from '../session.ts';
import { switchBusiness } from '../session-acts.ts';
import { useGo } from '../ui/navigation.tsx';
import classes from './DefaultLayout.module.css';

/** The current business; a list of the others where there are any. */
export function BusinessSwitch({ session }: { session: Session }) {
  const { t } = useTranslation();
  const go = useGo();
  const { business, businesses } = session;
  if (!business) return null;
  const type = t(business.type === 'sales' ? 'menu.sales_type' : 'menu.supply_type');
  const name = (
    <span className={classes.business}>
      <Text size="sm" fw={600} truncate>
        {business.name}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {type}
      </Text>
    </span>
  );
  if (businesses.length < 2) return name;
  const change = async (id: number) => {
    if (id !== business.id && (await switchBusiness(id))) go(paths.business.home());
  };
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.switch} title={t('menu.switchBusiness')}>
          {name}
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('menu.switchBusiness')}</Menu.Label>
        {businesses.map((other) => (
          <Menu.Item
            key={other.id}
            leftSection={
              other.id === business.id ? <IconCheck size={16} aria-hidden /> : <span style={{ width: 16 }} />
            }
            onClick={() => void change(other.id)}
          >
            {other.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
