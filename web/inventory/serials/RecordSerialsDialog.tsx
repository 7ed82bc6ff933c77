import { Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconBarcode } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { readScan } from '#contract/inventory/scanned-code.ts';
import { useTranslation } from '../../i18n.ts';
import { useAffixes } from '../../ui/scan/affixes.ts';
import { useCodeField } from '../../ui/scan/code-field.ts';
import type { ScanOutcome } from '../../ui/scan/Scan.tsx';
import { play } from '../../ui/scan/sounds.ts';
import { useRecordSerial } from './use-record-serial.ts';

export type SerialGoods = { variationId: number; name: string; isComplete: boolean };

type Props = {
  goods: readonly SerialGoods[];
  /** The supply request with which the units came. */
  requestId?: number;
  close: () => void;
};

/** One scan for each unit that has no serial number. */
export default function RecordSerialsDialog({ goods, requestId, close }: Props) {
  const { t } = useTranslation(['inventory', 'ui']);
  const open = goods.find(({ isComplete }) => !isComplete) ?? goods[0];
  const [chosen, setChosen] = useState(open?.variationId ?? 0);
  return (
    <Modal
      opened
      onClose={close}
      title={t('serials.recordTitle')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        {goods.length > 1 && (
          <Select
            size="floor"
            label={t('serials.product')}
            value={String(chosen)}
            onChange={(value) => setChosen(Number(value))}
            data={goods.map(({ variationId, name }) => ({ value: String(variationId), label: name }))}
            allowDeselect={false}
          />
        )}
        <SerialField unit={{ variationId: chosen, ...(requestId !== undefined && { requestId }) }} />
      </Stack>
    </Modal>
  );
}

/** The field of the scanner in the dialog, and what became of the last code. */
function SerialField({ unit }: { unit: { variationId: number; requestId?: number } }) {
  const { t } = useTranslation('inventory');
  const record = useRecordSerial();
  const [affixes] = useAffixes();
  const [sound] = useLocalStorage({ key: 'easy.scan.sound', defaultValue: true });
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<ScanOutcome | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // Codes are recorded one after the other, in the order of their scans.
  const before = useRef<Promise<unknown>>(Promise.resolve());
  useCodeField(field);
  const take = (code: string) => {
    before.current = before.current.then(async () => {
      const done = await record(unit, code);
      if (sound) play(done.tone);
      setOutcome(done);
    });
  };
  const isBad = outcome?.tone === 'bad';
  return (
    <div data-tone={outcome?.tone ?? 'ready'}>
      <TextInput
        ref={field}
        data-autofocus
        size="floor"
        label={t('serials.scan')}
        leftSection={<IconBarcode size={22} aria-hidden />}
        value={text}
        autoComplete="off"
        autoCapitalize="characters"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          const code = readScan(event.currentTarget.value, affixes).code;
          setText('');
          if (code) take(code);
        }}
      />
      <Text
        component="output"
        display="block"
        mt="xs"
        aria-live="assertive"
        fw={600}
        {...(outcome && { c: isBad ? 'red' : 'teal' })}
        {...(!outcome && { c: 'dimmed' })}
      >
        {outcome?.message ?? t('serials.scanHint')}
      </Text>
    </div>
  );
}
