import { ActionIcon, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconBarcode, IconSettings } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { api } from '#contract/index.ts';
import { readScan } from '#contract/inventory/scanned-code.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { useAffixes } from '../../ui/scan/affixes.ts';
import { Camera } from '../../ui/scan/Camera.tsx';
import { useCodeField } from '../../ui/scan/code-field.ts';
import { ScannerSettings } from '../../ui/scan/ScannerSettings.tsx';
import { PassportCard } from './PassportCard.tsx';

type Props = { scanned: string; close: () => void };

/** The records that a code identifies, with the acts that the reader may do. */
export default function PassportDialog({ scanned, close }: Props) {
  const { t } = useTranslation();
  const [code, setCode] = useState(scanned);
  const [text, setText] = useState('');
  const [settings, setSettings] = useState(false);
  const [affixes] = useAffixes();
  const field = useRef<HTMLInputElement>(null);
  useCodeField(field);
  const read = (next: string) => {
    setText('');
    if (next.trim()) setCode(readScan(next, affixes).code);
  };
  return (
    <Modal
      opened
      onClose={close}
      title={t('scan.anywhere')}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <Stack>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            ref={field}
            data-autofocus
            flex={1}
            size="floor"
            label={t('scan.label')}
            leftSection={<IconBarcode size={22} aria-hidden />}
            value={text}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              read(event.currentTarget.value);
            }}
          />
          <ActionIcon
            size="floor"
            variant="default"
            aria-label={t('scan.settings')}
            aria-expanded={settings}
            onClick={() => setSettings(!settings)}
          >
            <IconSettings size={24} aria-hidden />
          </ActionIcon>
        </Group>
        {settings && <ScannerSettings />}
        <Camera onCode={read} />
        <Suspense fallback={<Skeleton height={120} />}>
          {code && <Answer code={code} close={close} />}
        </Suspense>
      </Stack>
    </Modal>
  );
}

function Answer({ code, close }: { code: string; close: () => void }) {
  const { t } = useTranslation(['inventory', 'ui']);
  const found = useApi(api.passports.find, { query: { code } });
  if (found.error && !found.data)
    return <ErrorState failure={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton height={120} />;
  const { items } = found.data;
  if (items.length === 0)
    return <Text role="status">{t('passport.unknown', { code: found.data.code })}</Text>;
  return items.map((item) => <PassportCard key={`${item.kind}${item.id}`} item={item} close={close} />);
}
