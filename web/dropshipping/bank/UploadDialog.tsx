import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  type BankStatementLook,
  type StatementColumn,
  type StatementColumns,
  statementColumns,
  statementFile,
} from '#contract/dropshipping/bank-statement.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useGo } from '../../ui/page/navigation.tsx';
import { FirstLines } from '../../ui/table/FirstLines.tsx';
import {
  ColumnSelects,
  columnNames,
  UploadTableDialog,
  useRefusedFile,
  withColumn,
} from '../../ui/table/UploadTableDialog.tsx';

/** Uploads a bank file; if its titles do not identify the columns, the reader assigns them. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('dropshipping');
  const go = useGo();
  const refusal = useRefusedFile();
  const { onFailure } = refusal;
  const look = useAct(api.bankStatements.look, { success: false, onFailure });
  const create = useAct(api.bankStatements.create, {
    onFailure,
    onSuccess: ({ id }) => go(paths.dropshipping.bankStatement(id)),
  });
  const read = async (chosen: File, columns?: StatementColumns) => {
    refusal.setRefused(null);
    await create.run({ body: columns ? { columns } : {}, files: [chosen] });
  };
  return (
    <UploadTableDialog<BankStatementLook>
      title={t('bank.upload')}
      label={t('bank.fileField')}
      placeholder={t('bank.choose')}
      reading={t('bank.reading')}
      accept=".ofx,.ofc,.qfx,.csv,.txt,.xlsx"
      maxBytes={statementFile.maxBytes}
      isBusy={look.pending || create.pending}
      refusal={refusal}
      look={async (file) => {
        const outcome = await look.run({ body: {}, files: [file] });
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
  look: BankStatementLook;
  pending: boolean;
  onRead: (columns: StatementColumns) => void;
};

/** What a statement needs; the others are folded unless the file has them. */
const essential: readonly StatementColumn[] = ['day', 'amount', 'memo', 'payer'];
const further = statementColumns.filter((key) => !essential.includes(key));

function ColumnsForm({ look, pending, onRead }: ColumnsFormProps) {
  const { t } = useTranslation('dropshipping');
  const [columns, setColumns] = useState<StatementColumns>(look.columns);
  const [isWide, setWide] = useState(further.some((key) => look.columns[key] !== undefined));
  const isReady =
    columns.day !== undefined &&
    (columns.amount !== undefined || columns.credit !== undefined) &&
    (columns.memo !== undefined || columns.payer !== undefined);
  const names = columnNames(look.titles);
  const isUnknown = Object.keys(look.columns).length === 0;
  return (
    <Stack gap="sm">
      {isUnknown ? (
        <Alert color="yellow">{t('bank.columnsUnknown')}</Alert>
      ) : (
        <Text size="sm" c="dimmed">
          {t('bank.columnsHint')}
        </Text>
      )}
      <FirstLines label={t('bank.firstLines')} names={names} rows={look.sample} />
      <Text fw={600}>{t('bank.columnsTitle')}</Text>
      <ColumnSelects
        names={names}
        keys={isWide ? statementColumns : essential}
        columns={columns}
        labelOf={(key) => t(`bank.columns.${key}`)}
        noColumn={t('bank.noColumn')}
        onChange={(key, column) => setColumns((before) => withColumn(before, key, column))}
      />
      {!isReady && <Text size="sm">{t('bank.columnsNeeded')}</Text>}
      <Group justify="space-between">
        <Button variant="subtle" aria-expanded={isWide} onClick={() => setWide(!isWide)}>
          {t(isWide ? 'bank.columnsLess' : 'bank.columnsMore')}
        </Button>
        <Button disabled={!isReady} loading={pending} onClick={() => onRead(columns)}>
          {t('bank.read')}
        </Button>
      </Group>
    </Stack>
  );
}
