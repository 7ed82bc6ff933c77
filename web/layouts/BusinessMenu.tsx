import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { switchBusiness } from '../session-acts.ts';
import { useOpenAtOnce } from '../ui/on-demand.tsx';
import { useGo } from '../ui/page/navigation.tsx';
import { type SwitchProps, SwitchTrigger } from './BusinessSwitchTrigger.tsx';

/** The person's businesses, with the current one marked. */
export default function BusinessMenu({ session }: SwitchProps) {
  const { t } = useTranslation();
  const go = useGo();
  const { target, opened, setOpened } = useOpenAtOnce();
  const change = async (id: number) => {
    if (id !== session.business?.id && (await switchBusiness(id))) go(paths.business.home());
  };
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" withinPortal>
      <Menu.Target>
        <SwitchTrigger session={session} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('menu.switchBusiness')}</Menu.Label>
        {session.businesses.map((other) => (
          <Menu.Item
            key={other.id}
            leftSection={
              other.id === session.business?.id ? (
                <IconCheck size={16} aria-hidden />
              ) : (
                <span style={{ width: 16 }} />
              )
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
