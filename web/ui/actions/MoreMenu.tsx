import { Menu } from '@mantine/core';
import { useOpenAtOnce } from '../on-demand.tsx';
import type { Action, MoreProps, Start } from './action.ts';
import { MoreTrigger } from './MoreTrigger.tsx';

/** Actions that are not in the row of buttons. */
export default function MoreMenu(props: MoreProps) {
  const { target, opened, setOpened } = useOpenAtOnce();
  /** A dialog returns the focus to what had it: the item is gone by then, its button is not. */
  const start: Start = (action) => {
    target.current?.focus();
    props.start(action);
  };
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
      <Menu.Target>
        <MoreTrigger {...props} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {props.actions
          .toSorted((one, other) => Number(isBad(one)) - Number(isBad(other)))
          .map((action) => (
            <ActionItem key={action.key} action={action} start={start} />
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Last, where nobody chooses them by mistake. */
const isBad = (action: Action) => action.tone === 'bad';

function ActionItem({ action, start }: { action: Action; start: Start }) {
  const Icon = action.icon;
  const reason = action.refused || undefined;
  return (
    <Menu.Item
      leftSection={Icon && <Icon size={16} aria-hidden />}
      color={action.tone === 'bad' && !reason ? 'red' : undefined}
      c={reason ? 'dimmed' : undefined}
      aria-disabled={reason ? true : undefined}
      closeMenuOnClick={!reason}
      onClick={() => start(action)}
    >
      {action.label}
      {reason && (
        <span style={{ display: 'block', fontSize: '0.75rem', maxWidth: 240, whiteSpace: 'normal' }}>
          {reason}
        </span>
      )}
    </Menu.Item>
  );
}
