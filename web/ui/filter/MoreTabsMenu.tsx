import { Menu } from '@mantine/core';
import { formatQuantity } from '../../quantity.ts';
import { useOpenAtOnce } from '../on-demand.tsx';
import { useGo } from '../page/navigation.tsx';
import cells from '../table/cells.module.css';
import { type MoreProps, MoreTrigger } from './MoreTabsTrigger.tsx';

/** The tabs that find no room in the line. */
export default function MoreTabsMenu(props: MoreProps) {
  const go = useGo();
  const { target, opened, setOpened } = useOpenAtOnce();
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
      <Menu.Target>
        <MoreTrigger {...props} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {props.tabs.map((tab) => (
          <Menu.Item
            key={tab.key}
            {...(tab.alarm && { color: 'red' })}
            fw={tab.pressed ? 600 : undefined}
            rightSection={
              tab.count !== undefined && <span className={cells.dim}>{formatQuantity(tab.count)}</span>
            }
            onClick={() => (tab.to === undefined ? tab.choose() : go(tab.to))}
          >
            {tab.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
