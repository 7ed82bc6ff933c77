import { ActionIcon, Popover, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconSettings } from '@tabler/icons-react';
import { type Affixes, noAffixes } from '#contract/inventory/scanned-code.ts';
import { useTranslation } from '../../i18n.ts';

/** Of the scanner at this device: what it sends around a code. */
export const useAffixes = () =>
  useLocalStorage<Affixes>({ key: 'easy.scan.affixes', defaultValue: noAffixes });

/** What the scanner of this device puts before and after a code, to be taken off. */
export function ScannerSettings() {
  const { t } = useTranslation();
  const [affixes, setAffixes] = useAffixes();
  return (
    <Popover withArrow trapFocus returnFocus position="bottom-end">
      <Popover.Target>
        <Tooltip label={t('scan.settings')}>
          <ActionIcon size="floor" variant="default" aria-label={t('scan.settings')}>
            <IconSettings size={24} aria-hidden />
          </ActionIcon>
        </Tooltip>
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
