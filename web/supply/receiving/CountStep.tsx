import { Box, Button, Group } from '@mantine/core';
import { useRef, useState } from 'react';
import { asCode, isCodeOf } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import type { Receipt, ReceiptLine } from '#contract/supply/receiving.ts';
import { useAct } from '../../acts.ts';
import { type Failure, newKey } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { queryClient, queryKey } from '../../queries.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { useSession } from '../../use-session.ts';
import { useRefusal } from '../refusal.ts';
import { ScanPanel } from '../ScanPanel.tsx';
import { ReceiptLines } from './ReceiptLines.tsx';

/** Each scan of a product counts one volume; the number can also be typed. */
export function CountStep({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('supply');
  const { can } = useSession();
  const params = { id: receipt.id };
  // The field shows the result of a scan by its colour.
  const count = useAct(api.supplyRequests.countVolumes, { success: false, onFailure: () => true });
  // A code whose answer was lost is repeated with the same scan id, so it counts once.
  const unanswered = useRef<{ code: string; clientId: string } | null>(null);
  const scan = async (code: string) => {
    const former = unanswered.current;
    const clientId = former?.code === code ? former.clientId : newKey();
    const done = await count.run({ params, body: { code, clientId } });
    unanswered.current = null;
    if (!done.ok) {
      if (done.failure.unknownOutcome) unanswered.current = { code, clientId };
      return { tone: 'bad' as const, message: refusalOf(done.failure) };
    }
    const { name, counted } = done.response;
    const line = receipt.lines.find((one) => isOn(one, code));
    if (line) keepCount(receipt.id, line.id, counted);
    const asked = line?.volumes ?? counted;
    if (counted > asked) {
      const message = t('receiving.countedOver', { name, count: counted, all: asked });
      return { tone: 'attention' as const, message };
    }
    return { tone: 'good' as const, message: t('receiving.countedNow', { name, count: counted }) };
  };
  const reasonOf = useRefusal();
  /** A product outside this request is shown by its name. */
  const refusalOf = (failure: Failure) => {
    const product = failure.problem.facts?.product;
    return typeof product === 'string' ? t('receiving.otherProduct', { name: product }) : reasonOf(failure);
  };
  const counts = can('receiving.advance');
  const done = receipt.lines.reduce((sum, line) => sum + (line.counted ?? 0), 0);
  const all = receipt.lines.reduce((sum, line) => sum + (line.volumes ?? 0), 0);
  const blind = receipt.lines.some((line) => line.volumes === null);
  return (
    <>
      <ScanPanel
        next={
          blind
            ? t('receiving.countedSoFar', { count: done })
            : t('receiving.countedOf', { done, count: all })
        }
        label={t('receiving.scanProduct')}
        onScan={counts ? scan : undefined}
      />
      <ReceiptLines
        receipt={receipt}
        act={
          counts
            ? {
                label: t('receiving.setCount'),
                cell: (line) => <CountField key={line.counted ?? -1} receiptId={receipt.id} line={line} />,
              }
            : undefined
        }
      />
    </>
  );
}

/** The step and its question show the count with the answer to the scan, before the receipt is read again. */
function keepCount(receiptId: number, lineId: number, counted: number): void {
  const key = queryKey(api.supplyRequestsOngoing.detail, { params: { id: receiptId } });
  queryClient.setQueryData<Receipt>(
    key,
    (read) =>
      read && {
        ...read,
        lines: read.lines.map((line) => (line.id === lineId ? { ...line, counted } : line)),
      },
  );
}

const isOn = (line: ReceiptLine, code: string) =>
  isCodeOf(line, code) || (line.supplierSku !== '' && asCode(line.supplierSku) === asCode(code));

function CountField({ receiptId, line }: { receiptId: number; line: ReceiptLine }) {
  const { t } = useTranslation('supply');
  const [value, setValue] = useState<number | null>(line.counted);
  const count = useAct(api.supplyRequests.countVolumes, { settles: true });
  const ready = value !== null && value >= 0 && value !== line.counted;
  return (
    <Group gap="xs" wrap="nowrap">
      <Box w={120}>
        <NumberField
          value={value}
          onChange={setValue}
          aria-label={`${t('receiving.setCount')} ${line.sku}`}
        />
      </Box>
      <Button
        variant="default"
        disabled={!ready}
        loading={count.pending}
        onClick={() =>
          ready &&
          void count.run({
            params: { id: receiptId },
            body: { lineId: line.id, total: value, was: line.counted },
          })
        }
      >
        {t('receiving.save')}
      </Button>
    </Group>
  );
}
