import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { asCode } from '#contract/primitives.ts';
import type { Receipt, ReceiptLine } from '#contract/supply/receiving.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { LotFields, lotBody, noLot } from '../../inventory/lots/LotFields.tsx';
import type { OnScan, ScanOutcome } from '../../ui/scan/Scan.tsx';
import { useSession } from '../../use-session.ts';
import { useRefusal } from '../refusal.ts';
import { nameOf } from '../requests/request-values.ts';
import { ScanPanel } from '../ScanPanel.tsx';
import { ReceiptLines } from './ReceiptLines.tsx';
import { ReceiptVolumes } from './ReceiptVolumes.tsx';

/** The counted volumes get their codes, each with what is in it. */
export function RegisterStep({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation(['supply', 'errors']);
  const { can } = useSession();
  const register = useAct(api.supplyRequests.registerVolumes, { success: false, onFailure: () => true });
  const refusalOf = useRefusal();
  const open = receipt.lines.filter((line) => missingOf(line) > 0);
  const scan: OnScan = async (text, { lot, expiresOn }): Promise<ScanOutcome> => {
    const code = asCode(text);
    const line = receipt.lines.find((one) =>
      [one.sku, one.gtin, one.supplierSku].some((own) => own !== '' && own.toUpperCase() === code),
    );
    if (!line) return { tone: 'bad', message: t('errors:code_not_in_request') };
    const name = nameOf(line);
    const before: ScanOutcome = { tone: 'bad', message: t('supply:receiving.registeredBefore', { name }) };
    if (missingOf(line) === 0) return before;
    const read = lot !== undefined && expiresOn !== undefined ? { code: lot, expiresOn } : lotOfInvoice(line);
    if (line.asksLots && read.expiresOn === null)
      return { tone: 'bad', message: t('supply:receiving.lotFirst', { name }) };
    const { copies, units } = proposalOf(line);
    const body = { lineId: line.id, copies, units, ...(line.asksLots && lotBody(read)) };
    const done = await register.run({ params: { id: receipt.id }, body });
    if (!done.ok) {
      // Another person's scan, or one's own a moment ago, that this screen has not heard of yet.
      const taken = done.failure.problem.code === 'invalid' && done.failure.fieldErrors?.copies;
      return taken ? before : { tone: 'bad', message: refusalOf(done.failure) };
    }
    return { tone: 'good', message: t('supply:receiving.registeredNow', { name, count: copies }) };
  };
  const left = open.reduce((sum, line) => sum + missingOf(line), 0);
  return (
    <>
      <ScanPanel
        next={
          open[0]
            ? t('supply:receiving.registerNext', { count: left, name: nameOf(open[0]) })
            : t('supply:receiving.registeredAll')
        }
        label={t('supply:receiving.registerScan')}
        onScan={can('receiving.advance') ? scan : undefined}
      />
      <ReceiptLines
        receipt={receipt}
        act={
          can('receiving.advance')
            ? {
                label: t('supply:receiving.register'),
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

const missingOf = (line: ReceiptLine) => Math.max(0, (line.counted ?? 0) - line.registeredVolumes);

/** What of a line is registered next: its full volumes, then the one with the rest. */
function proposalOf(line: ReceiptLine): { copies: number; units: number } {
  // Who counts blind is not told what was asked for: each volume then holds what one of its kind does.
  const rest =
    line.quantity === null
      ? missingOf(line) * line.quantityPerVolume
      : Math.max(0, line.quantity - (line.registeredUnits ?? line.quantity));
  const units = Math.min(line.quantityPerVolume, Math.max(1, rest));
  return { copies: Math.min(missingOf(line), Math.max(1, Math.floor(rest / units))), units };
}

/** The lot that the vendor's document names, where it names one. */
function lotOfInvoice({ lots }: ReceiptLine) {
  const [only, ...others] = lots;
  return only && others.length === 0 ? { code: only.code, expiresOn: only.expiresOn } : noLot;
}

function RegisterFields({ receiptId, line }: { receiptId: number; line: ReceiptLine }) {
  const { t } = useTranslation('supply');
  const left = missingOf(line);
  const proposed = proposalOf(line);
  const [copies, setCopies] = useState<number | string>(proposed.copies);
  const [each, setEach] = useState<number | string>(proposed.units);
  const [lot, setLot] = useState(lotOfInvoice(line));
  const register = useAct(api.supplyRequests.registerVolumes);
  const hasLot = lot.code.trim() !== '' && lot.expiresOn !== null;
  if (left === 0) return t('receiving.allRegistered');
  const fields = (
    <Group gap="xs">
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
