import { Alert, Button, FileInput, Loader, Modal, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconFileDollar } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import {
  isMapped,
  type PayoutColumns,
  type PayoutFileLook,
  type PayoutFileRow,
  payoutColumns,
  payoutFile,
} from '#contract/orders/payout.ts';
import { useAct } from '../../acts.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { FirstLines } from '../../ui/table/FirstLines.tsx';

type ReportDialogProps = { accountId: number; onClose: () => void; onRead: (file: PayoutFileRow) => void };

/** Uploads a payout report; if its titles are not known, the reader assigns the columns. */
export function ReportDialog({ accountId, onClose, onRead }: ReportDialogProps) {
  const { t } = useTranslation(['orders', 'ui', 'errors']);
  const [file, setFile] = useState<File | null>(null);
  const [looked, setLooked] = useState<PayoutFileLook | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const onFailure = (failure: Parameters<typeof reasonOf>[0]) => {
    setRefused(reasonOf(failure));
    return true;
  };
  const look = useAct(api.payoutFiles.look, { success: false, onFailure });
  const create = useAct(api.payoutFiles.create, { onFailure, onSuccess: onRead });
  const read = async (chosen: File, columns?: PayoutColumns) => {
    setRefused(null);
    await create.run({ body: { accountId, ...(columns && { columns }) }, files: [chosen] });
  };
  const choose = async (chosen: File | null) => {
    setFile(chosen);
    setLooked(null);
    setRefused(null);
    if (!chosen) return;
    if (chosen.size > payoutFile.maxBytes) {
      setRefused(t('errors:payload_too_large'));
      return;
    }
    const outcome = await look.run({ body: { accountId }, files: [chosen] });
    if (!outcome.ok) return;
    if (outcome.response.isComplete) await read(chosen);
    else setLooked(outcome.response);
  };
  const isBusy = look.pending || create.pending;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('payouts.upload')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        <FileInput
          label={t('payouts.fileField')}
          description={t('payouts.fileHint')}
          placeholder={t('payouts.choose')}
          accept=".csv,.txt,.xlsx"
          leftSection={<IconFileDollar size={16} aria-hidden />}
          value={file}
          onChange={(chosen) => void choose(chosen)}
          disabled={isBusy}
        />
        <Text size="sm" c="dimmed" aria-live="polite">
          {isBusy && (
            <>
              <Loader size="xs" mr="xs" aria-hidden />
              {t('payouts.reading')}
            </>
          )}
        </Text>
        {refused && (
          <Alert color="red" role="alert">
            {refused}
          </Alert>
        )}
        {looked && file && (
          <ColumnsForm
            look={looked}
            pending={create.pending}
            onRead={(columns) => void read(file, columns)}
          />
        )}
      </Stack>
    </Modal>
  );
}

type ColumnsFormProps = {
  look: PayoutFileLook;
  pending: boolean;
  onRead: (columns: PayoutColumns) => void;
};

function ColumnsForm({ look, pending, onRead }: ColumnsFormProps) {
  const { t } = useTranslation('orders');
  const [columns, setColumns] = useState<PayoutColumns>(look.columns);
  const isReady = isMapped(columns);
  const names = look.titles.map((title, index) => title || String.fromCharCode(65 + index));
  const options = names.map((label, index) => ({ value: String(index), label }));
  return (
    <Stack gap="sm">
      <FirstLines label={t('payouts.firstLines')} names={names} rows={look.sample} />
      <Text fw={600}>{t('payouts.columnsTitle')}</Text>
      <Text size="sm" c="dimmed">
        {t('payouts.columnsHint')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        {payoutColumns.map((key) => {
          const index = columns[key];
          return (
            <Select
              key={key}
              label={t(`payouts.columns.${key}`)}
              placeholder={t('payouts.noColumn')}
              data={options}
              value={index === undefined ? null : String(index)}
              onChange={(value) =>
                setColumns(({ [key]: _, ...others }) =>
                  value === null ? others : { ...others, [key]: Number(value) },
                )
              }
              clearable
              clearButtonProps={{ 'aria-label': t('payouts.noColumn') }}
            />
          );
        })}
      </SimpleGrid>
      {!isReady && <Text size="sm">{t('payouts.columnsNeeded')}</Text>}
      <Button disabled={!isReady} loading={pending} onClick={() => onRead(columns)} ml="auto">
        {t('payouts.read')}
      </Button>
    </Stack>
  );
}
