import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { useSession } from '../../use-session.ts';
import { confirm } from '../dialog/confirm.ts';
import { lazyWithFallback } from '../lazy-with-fallback.tsx';
import { onDemand } from '../on-demand.tsx';
import { useGo } from '../page/navigation.tsx';
import { toast } from '../toasts.ts';
import classes from './Actions.module.css';
import type { Action, Start } from './action.ts';
import { MoreTrigger } from './MoreTrigger.tsx';

const Tip = lazyWithFallback(() => import('../page/Tip.tsx'), {
  waiting: ({ children }) => children,
  instead: ({ children }) => children,
});
const MoreChoice = onDemand(MoreTrigger, () => import('./MoreMenu.tsx'));

type ActionsProps = { items: readonly (Action | false | null | undefined)[]; size?: 'xs' | 'sm' | 'floor' };

/** Buttons by permission and state: hidden only without the permission, otherwise disabled with the reason. */
export function Actions({ items, size = 'sm' }: ActionsProps) {
  const { can } = useSession();
  const { start, busy } = useRunning(size === 'floor');
  const shown = items.filter((item) => !!item && (!item.permission || can(item.permission))) as Action[];
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const { buttons, rest } = divide(shown, isNarrow && size === 'sm');
  return (
    <div className={classes.actions} data-size={size}>
      {buttons.map((item) => (
        <ActionButton key={item.key} action={item} size={size} busy={busy === item.key} start={start} />
      ))}
      {rest.length > 0 && (
        <MoreChoice actions={rest} size={size} busy={rest.some((item) => busy === item.key)} start={start} />
      )}
    </div>
  );
}

/** On a phone each button of a screen takes a row, so the main one stays and the menu has the others. */
function divide(shown: readonly Action[], isNarrow: boolean): { buttons: Action[]; rest: Action[] } {
  const buttons = shown.filter((item) => !item.secondary);
  const rest = shown.filter((item) => item.secondary);
  if (!isNarrow || shown.length < 3) return { buttons, rest };
  const main = buttons.find((item) => item.tone === 'primary') ?? buttons.find((item) => !item.refused);
  return {
    buttons: main ? [main] : [],
    rest: [...buttons.filter((item) => item !== main), ...rest],
  };
}

/** Runs one action at a time: question, then act, busy until it settles. */
function useRunning(floor: boolean): { start: Start; busy: string | null } {
  const go = useGo();
  const [busy, setBusy] = useState<string | null>(null);
  const start = async (action: Action) => {
    // Touch shows no tooltips.
    if (action.refused) return toast.info(action.refused);
    if (busy) return;
    if (action.confirm && !(await confirm({ floor, ...action.confirm }))) return;
    if (action.to) return go(action.to);
    setBusy(action.key);
    try {
      await action.run?.();
    } finally {
      setBusy(null);
    }
  };
  return { start, busy };
}

function ActionButton({
  action,
  size,
  busy,
  start,
}: {
  action: Action;
  size: string;
  busy: boolean;
  start: Start;
}) {
  const { t } = useTranslation();
  const Icon = action.icon;
  const reason = action.refused || undefined;
  const button = (
    <Button
      size={size}
      variant={action.tone === 'primary' ? 'filled' : 'default'}
      className={action.tone === 'bad' ? classes.destructive : undefined}
      leftSection={Icon && <Icon size={size === 'floor' ? 22 : 16} aria-hidden />}
      loading={busy || action.pending}
      // Not the `disabled` attribute, so that keyboard users can reach the button and read the reason.
      aria-disabled={reason ? true : undefined}
      data-disabled={reason ? true : undefined}
      aria-label={reason ? `${action.label}. ${t('action.unavailable', { reason })}` : undefined}
      onClick={() => start(action)}
    >
      {action.label}
    </Button>
  );
  if (!reason) return button;
  return <Tip label={reason}>{button}</Tip>;
}
