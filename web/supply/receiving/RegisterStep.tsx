import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { Receipt, ReceiptLine } from '#contract/supply/receiving.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { LotFields, lotBody, noLot } from '../../inventory/lots/LotFields.tsx';
import { useSession } from '../../use-session.ts';
import { ReceiptLines } from './ReceiptLines.tsx';
import { ReceiptVolumes } from './ReceiptVolumes.tsx';

/** The counted volumes get their codes, each with what is in it. */
export function RegisterStep({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('supply');
  const { can } = useSession();
  return (
    <>
      <ReceiptLines
        receipt={receipt}
        act={
          can('receiving.advance')
            ? {
                label: t('receiving.register'),
                cell: (line) => (
                  <RegisterFields key={line.registeredVolumes} receiptId={receipt.id} line={line} />
                ),
              }
            : undefined
        }
      />
      <ReceiptVolumes receipt={receipt} />
    </>
  );
}

function RegisterFields({ receiptId, line }: { receiptId: number; line: ReceiptLine }) {
  const { t } = useTranslation('supply');
  const left = Math.max(0, (line.counted ?? 0) - line.registeredVolumes);
  const units = Math.min(line.quantityPerVolume, Math.max(1, (line.quantity ?? 0) - line.registeredUnits));
  const whole = Math.floor(Math.max(0, (line.quantity ?? 0) - line.registeredUnits) / units);
  const [copies, setCopies] = useState<number | string>(Math.min(left, Math.max(1, whole)));
  const [each, setEach] = useState<number | string>(units);
  const [lot, setLot] = useState(noLot);
  const register = useAct(api.supplyRequests.registerVolumes);
  const hasLot = lot.code.trim() !== '' && lot.expiresOn !== null;
  if (left === 0) return t('receiving.allRegistered');
  const fields = (
    <Group gap="xs" wrap="nowrap">
      <NumberInput
        value={copies}
        onChange={setCopies}
        min={1}
        max={left}
        allowDecimal={false}
        w={80}
        aria-label={`${t('requests.volumes')} ${line.sku}`}
      />
      ×
      <NumberInput
        value={each}
        onChange={setEach}
        min={1}
        allowDecimal={false}
        w={90}
        aria-label={`${t('requests.perVolume')} ${line.sku}`}
      />
      <Button
        variant="default"
        loading={register.pending}
        disabled={line.asksLots && !hasLot}
        onClick={() =>
          void register.run({
            params: { id: receiptId },
            body: { lineId: line.id, copies: Number(copies), units: Number(each), ...lotBody(lot) },
          })
        }
      >
        {t('receiving.register')}
      </Button>
    </Group>
  );
  if (!line.asksLots) return fields;
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap" align="end">
        <LotFields
          code={{ value: lot.code, onChange: (code) => setLot({ ...lot, code }) }}
          day={{ value: lot.expiresOn, onChange: (expiresOn) => setLot({ ...lot, expiresOn }) }}
        />
      </Group>
      {fields}
    </Stack>
  );
}
