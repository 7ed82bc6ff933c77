import { ActionIcon, Button, CopyButton as Copy, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';

/** Copies `value`; a button with a `label`, otherwise an icon beside the value. */
export function CopyButton({ value, label, size }: { value: string; label?: string; size?: 'floor' }) {
  const { t } = useTranslation();
  return (
    <Copy value={value} timeout={2000}>
      {({ copied, copy }) => {
        const icon = copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />;
        if (label)
          return (
            <Button variant="default" size={size} leftSection={icon} onClick={copy} aria-live="polite">
              {copied ? t('act.copied') : label}
            </Button>
          );
        return (
          <Tooltip label={t(copied ? 'act.copied' : 'act.copy')}>
            <ActionIcon size={size ?? 'md'} onClick={copy} aria-label={`${t('act.copy')} ${value}`}>
              {icon}
            </ActionIcon>
          </Tooltip>
        );
      }}
    </Copy>
  );
}
