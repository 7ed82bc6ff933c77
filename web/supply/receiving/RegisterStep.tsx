import { Box, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ambiguousSkus, asCode, namedBy } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import type { Receipt, ReceiptLine } from '#contract/supply/receiving.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { LotFields, type LotValues, lotBody, noLot } from '../../inventory/lots/LotFields.tsx';
import { queryClient, queryKey } from '../../queries.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import type { OnScan, ScanOutcome } from '../../ui/scan/Scan.tsx';
import { useSession } from '../../use-session.ts';
import { useRefusal } from '../refusal.ts';
import { nameOf } from '../requests/request-values.ts';
import { ScanPanel } from '../ScanPanel.tsx';
import { ReceiptLines } from './ReceiptLines.tsx';
import { ReceiptVolumes } from './ReceiptVolumes.tsx';

/** The counted volumes get codes and contents. */
export function RegisterStep({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation(['supply', 'errors']);
  const { can } = useSession();
  const register = useAct(api.supplyRequests.registerVolumes, {
    settles: true,
    success: false,
    onFailure: () => true,
  });
  const refusalOf = useRefusal();
  const [asked, setAsked] = useState<Asked | null>(null);
  const open = receipt.lines.filter((line) => missingOf(line) > 0);
  const askedLine = open.find((line) => line.id === asked?.lineId);
  const scan: OnScan = async (text, { lot, expiresOn }): Promise<ScanOutcome> => {
    const code = asCode(text);
    // What was registered a moment ago counts, also if the screen has not been drawn with it.
    const { lines } = queryClient.getQueryData<Receipt>(keyOf(receipt.id)) ?? receipt;
    const own = namedBy(lines, code);
    const named = own.length > 0 ? own : lines.filter(({ supplierSku }) => asCode(supplierSku) === code);
    const skus = ambiguousSkus(named);
    if (skus.length > 0)
      return { tone: 'bad', message: t('errors:code_ambiguous', { skus: skus.join(', ') }) };
    const [line] = named;
    if (!line) return { tone: 'bad', message: t('errors:code_not_in_request') };
    const name = nameOf(line);
    const before: ScanOutcome = { tone: 'bad', message: t('supply:receiving.registeredBefore', { name }) };
    if (missingOf(line) === 0) return before;
    const read = lot !== undefined && expiresOn !== undefined ? { code: lot, expiresOn } : lotOfInvoice(line);
    if (line.asksLots && read.expiresOn === null)
      return { tone: 'bad', message: t('supply:receiving.lotFirst', { name }) };
    // The quantity per volume is a guess until it is confirmed by the second scan.
    if (asked?.lineId !== line.id || missingOf(line) < asked.copies) return ask(line, read);
    return save(line, asked, asked.lot ?? read);
  };
  const ask = (line: ReceiptLine, lot: LotValues): ScanOutcome => {
    setAsked({ lineId: line.id, ...proposalOf(line), lot });
    return { tone: 'attention', message: t('supply:receiving.scanAgain', { name: nameOf(line) }) };
  };
  const save = async (
    line: ReceiptLine,
    { copies, units }: Proposal,
    read: LotValues,
  ): Promise<ScanOutcome> => {
    const name = nameOf(line);
    const body = { lineId: line.id, copies, units, ...(line.asksLots && lotBody(read)) };
    const done = await register.run({ params: { id: receipt.id }, body });
    if (!done.ok) {
      const before: ScanOutcome = { tone: 'bad', message: t('supply:receiving.registeredBefore', { name }) };
      // A scan by another person, or one's own, that this screen has not received yet.
      const taken = done.failure.problem.code === 'invalid' && done.failure.fieldErrors?.copies;
      return taken ? before : { tone: 'bad', message: refusalOf(done.failure) };
    }
    setAsked(null);
    keepRegistered(receipt.id, line.id, { copies, units });
    return { tone: 'good', message: t('supply:receiving.registeredNow', { name, count: copies, units }) };
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
      {asked && askedLine && (
        <AskedVolumes
          key={`${asked.lineId} ${askedLine.registeredVolumes}`}
          line={askedLine}
          asked={asked}
          change={setAsked}
          pending={register.pending}
          save={async () => {
            const { tone, message } = await save(askedLine, asked, asked.lot);
            if (tone === 'bad') setAsked({ ...asked, refusal: message });
          }}
        />
      )}
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

const keyOf = (id: number) => queryKey(api.supplyRequestsOngoing.detail, { params: { id } });

/** The next scan is answered by what this one registered, before the receipt is read again. */
function keepRegistered(receiptId: number, lineId: number, { copies, units }: Proposal): void {
  const add = (line: ReceiptLine): ReceiptLine => ({
    ...line,
    registeredVolumes: line.registeredVolumes + copies,
    registeredUnits: line.registeredUnits === null ? null : line.registeredUnits + copies * units,
  });
  queryClient.setQueryData<Receipt>(
    keyOf(receiptId),
    (read) => read && { ...read, lines: read.lines.map((line) => (line.id === lineId ? add(line) : line)) },
  );
}

const missingOf = (line: ReceiptLine) => Math.max(0, (line.counted ?? 0) - line.registeredVolumes);

type Proposal = { copies: number; units: number };
type Asked = Proposal & { lineId: number; lot: LotValues; refusal?: string };

/**
 * The next volume of a line. If as many volumes arrived as were ordered, the full ones come first, then the one with
 * the remainder. Otherwise the order does not determine the last one, so its quantity is asked for, with the usual
 * one as default.
 */
function proposalOf(line: ReceiptLine): Proposal {
  const missing = missingOf(line);
  const { quantityPerVolume: units, quantity, registeredUnits } = line;
  if (quantity === null || registeredUnits === null || line.counted !== line.volumes)
    return { copies: Math.max(1, missing - 1), units };
  const rest = Math.max(1, quantity - registeredUnits);
  if (rest < units) return { copies: 1, units: rest };
  return { copies: Math.min(missing, Math.floor(rest / units)), units };
}

type AskedProps = {
  line: ReceiptLine;
  asked: Asked;
  change: (asked: Asked | null) => void;
  pending: boolean;
  save: () => Promise<void>;
};

/** What a scan will register, readable at arm's length and editable before it counts. */
function AskedVolumes({ line, asked, change, pending, save }: AskedProps) {
  const { t } = useTranslation(['supply', 'ui']);
  const isWhole = (value: number | null) => value !== null && Number.isInteger(value) && value > 0;
  return (
    <Card withBorder p="md" data-asked={line.sku}>
      <Stack gap="sm">
        <Text fz={32} fw={800} lh={1.15} role="status">
          {t('supply:receiving.askedVolumes', {
            count: asked.copies,
            units: asked.units,
            name: nameOf(line),
          })}
        </Text>
        <Group align="end" gap="sm">
          <NumberField
            size="floor"
            label={t('supply:requests.volumes')}
            value={asked.copies}
            min={1}
            max={missingOf(line)}
            onChange={(copies) => change({ ...asked, copies: copies ?? Number.NaN })}
          />
          <NumberField
            size="floor"
            label={t('supply:requests.perVolume')}
            value={asked.units}
            min={1}
            onChange={(units) => change({ ...asked, units: units ?? Number.NaN })}
          />
          <Button
            size="floor"
            loading={pending}
            disabled={!isWhole(asked.copies) || !isWhole(asked.units) || asked.copies > missingOf(line)}
            onClick={() => void save()}
          >
            {t('supply:receiving.register')}
          </Button>
          <Button size="floor" variant="default" onClick={() => change(null)}>
            {t('ui:act.cancel')}
          </Button>
        </Group>
        {asked.refusal && (
          <Text c="red" fw={600} role="alert">
            {asked.refusal}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

/** The lot from the vendor's document, if it names one. */
function lotOfInvoice({ lots }: ReceiptLine) {
  const [only, ...others] = lots;
  return only && others.length === 0 ? { code: only.code, expiresOn: only.expiresOn } : noLot;
}

function RegisterFields({ receiptId, line }: { receiptId: number; line: ReceiptLine }) {
  const { t } = useTranslation('supply');
  const left = missingOf(line);
  const proposed = proposalOf(line);
  const [copies, setCopies] = useState<number | null>(proposed.copies);
  const [each, setEach] = useState<number | null>(proposed.units);
  const [lot, setLot] = useState(lotOfInvoice(line));
  const register = useAct(api.supplyRequests.registerVolumes, { settles: true });
  const hasLot = lot.code.trim() !== '' && lot.expiresOn !== null;
  if (left === 0) return t('receiving.allRegistered');
  const fields = (
    <Group gap="xs">
      <Box w={96}>
        <NumberField
          value={copies}
          onChange={setCopies}
          min={1}
          max={left}
          aria-label={`${t('requests.volumes')} ${line.sku}`}
        />
      </Box>
      ×
      <Box w={110}>
        <NumberField
          value={each}
          onChange={setEach}
          min={1}
          aria-label={`${t('requests.perVolume')} ${line.sku}`}
        />
      </Box>
      <Button
        variant="default"
        loading={register.pending}
        disabled={line.asksLots && !hasLot}
        onClick={() =>
          void register.run({
            params: { id: receiptId },
            body: {
              lineId: line.id,
              copies: copies ?? Number.NaN,
              units: each ?? Number.NaN,
              ...lotBody(lot),
            },
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
