import { Button } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';
import type { TriggerProps } from '../on-demand.tsx';
import type { MoreProps } from './action.ts';

export function MoreTrigger({
  actions: _actions,
  start: _start,
  size,
  busy,
  ...trigger
}: MoreProps & TriggerProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      size={size}
      px={size === 'floor' ? 'md' : 'xs'}
      aria-haspopup="menu"
      aria-label={t('act.more')}
      loading={busy}
      {...trigger}
    >
      <IconDotsVertical size={size === 'floor' ? 24 : 16} aria-hidden />
    </Button>
  );
}
