import { Button, Stack, Text } from '@mantine/core';
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
import { useTranslation } from '../../i18n.ts';
import { FirstLines } from '../../ui/table/FirstLines.tsx';
import {
  ColumnSelects,
  columnNames,
  UploadTableDialog,
  useRefusedFile,
  withColumn,
} from '../../ui/table/UploadTableDialog.tsx';

type ReportDialogProps = { accountId: number; onClose: () => void; onRead: (file: PayoutFileRow) => void };

/** Uploads a payout report; if its titles are not known, the reader assigns the columns. */
export function ReportDialog({ accountId, onClose, onRead }: ReportDialogProps) {
  const { t } = useTranslation('orders');
  const refusal = useRefusedFile();
  const { onFailure } = refusal;
  const look = useAct(api.payoutFiles.look, { success: false, onFailure });
  const create = useAct(api.payoutFiles.create, { onFailure, onSuccess: onRead });
  const read = async (chosen: File, columns?: PayoutColumns) => {
    refusal.setRefused(null);
    await create.run({ body: { accountId, ...(columns && { columns }) }, files: [chosen] });
  };
  return (
    <UploadTableDialog<PayoutFileLook>
      title={t('payouts.upload')}
      label={t('payouts.fileField')}
      description={t('payouts.fileHint')}
      placeholder={t('payouts.choose')}
      reading={t('payouts.reading')}
      accept=".csv,.txt,.xlsx"
      maxBytes={payoutFile.maxBytes}
      isBusy={look.pending || create.pending}
      refusal={refusal}
      look={async (file) => {
        const outcome = await look.run({ body: { accountId }, files: [file] });
        return outcome.ok ? outcome.response : null;
      }}
      read={read}
      onClose={onClose}
    >
      {(found, file) => (
        <ColumnsForm look={found} pending={create.pending} onRead={(columns) => void read(file, columns)} />
      )}
    </UploadTableDialog>
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
  const names = columnNames(look.titles);
  return (
    <Stack gap="sm">
      <FirstLines label={t('payouts.firstLines')} names={names} rows={look.sample} />
      <Text fw={600}>{t('payouts.columnsTitle')}</Text>
      <Text size="sm" c="dimmed">
        {t('payouts.columnsHint')}
      </Text>
      <ColumnSelects
        names={names}
        keys={payoutColumns}
        columns={columns}
        labelOf={(key) => t(`payouts.columns.${key}`)}
        noColumn={t('payouts.noColumn')}
        onChange={(key, column) => setColumns((before) => withColumn(before, key, column))}
      />
      {!isReady && <Text size="sm">{t('payouts.columnsNeeded')}</Text>}
      <Button disabled={!isReady} loading={pending} onClick={() => onRead(columns)} ml="auto">
        {t('payouts.read')}
      </Button>
    </Stack>
  );
}
