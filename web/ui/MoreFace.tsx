import { Button } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { useTranslation } from '../i18n.ts';
import type { Action, Start } from './Actions.tsx';
import type { TriggerProps } from './on-demand.tsx';

export type MoreProps = { actions: readonly Action[]; size: string; busy: boolean; start: Start };

export function MoreFace({
  actions: _actions,
  start: _start,
  size,
  busy,
  ...face
}: MoreProps & TriggerProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      size={size}
      px="xs"
      aria-haspopup="menu"
      aria-label={t('act.more')}
      loading={busy}
      {...face}
    >
      <IconDotsVertical size={16} aria-hidden />
    </Button>
  );
}
