import { ActionIcon, Button, CopyButton as Copy, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';
import { parted } from '../../joined.ts';

type CopyButtonProps = {
  value: string;
  /** Of a button; without it, it is an icon beside the value. */
  label?: string;
  /** Of the icon, if the value alone does not say what is copied. */
  name?: string;
  size?: 'floor';
};

/** Copies `value` with ordinary spaces. */
export function CopyButton({ value, label, name, size }: CopyButtonProps) {
  const { t } = useTranslation();
  return (
    <Copy value={parted(value)} timeout={2000}>
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
            <ActionIcon size={size ?? 'md'} onClick={copy} aria-label={name ?? `${t('act.copy')} ${value}`}>
              {icon}
            </ActionIcon>
          </Tooltip>
        );
      }}
    </Copy>
  );
}
