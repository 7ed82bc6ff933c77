import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import { useAffixes } from './affixes.ts';

/** Prefix and suffix that this device's scanner adds to a code, which are removed. */
export function ScannerSettings() {
  const { t } = useTranslation();
  const [affixes, setAffixes] = useAffixes();
  return (
    <Stack gap="sm">
      <Text size="sm">{t('scan.settingsHint')}</Text>
      <Group gap="sm" grow>
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
      </Group>
    </Stack>
  );
}
