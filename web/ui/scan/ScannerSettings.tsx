import { ActionIcon, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';
import { useAffixes } from './affixes.ts';

/** What the scanner of this device puts before and after a code, to be taken off. */
export function ScannerSettings() {
  const { t } = useTranslation();
  const [affixes, setAffixes] = useAffixes();
  return (
    <Popover withArrow trapFocus returnFocus withinPortal={false} position="bottom-end">
      <Popover.Target>
        <ActionIcon size="floor" variant="default" aria-label={t('scan.settings')}>
          <IconSettings size={24} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm" w={260}>
          <Text size="sm">{t('scan.settingsHint')}</Text>
          {(['prefix', 'suffix'] as const).map((end) => (
            <TextInput
              key={end}
              size="md"
              label={t(`scan.${end}`)}
              maxLength={12}
              autoComplete="off"
              value={affixes[end]}
              onChange={(event) => setAffixes({ ...affixes, [end]: event.currentTarget.value })}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
