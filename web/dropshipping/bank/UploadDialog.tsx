import {
  Alert,
  Button,
  FileInput,
  Group,
  Loader,
  Modal,
  Select,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { IconFileDollar } from '@tabler/icons-react';
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
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useGo } from '../../ui/page/navigation.tsx';
import { FirstLines } from '../../ui/table/FirstLines.tsx';

/** Uploads a bank file; if its titles do not identify the columns, the reader assigns them. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['dropshipping', 'ui', 'errors']);
  const go = useGo();
  const [file, setFile] = useState<File | null>(null);
  const [looked, setLooked] = useState<BankStatementLook | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const onFailure = (failure: Parameters<typeof reasonOf>[0]) => {
    setRefused(reasonOf(failure));
    return true;
  };
  const look = useAct(api.bankStatements.look, { success: false, onFailure });
  const create = useAct(api.bankStatements.create, {
    onFailure,
    onSuccess: ({ id }) => go(paths.dropshipping.bankStatement(id)),
  });
  const read = async (chosen: File, columns?: StatementColumns) => {
    setRefused(null);
    await create.run({ body: columns ? { columns } : {}, files: [chosen] });
  };
  const choose = async (chosen: File | null) => {
    setFile(chosen);
    setLooked(null);
    setRefused(null);
    if (!chosen) return;
    if (chosen.size > statementFile.maxBytes) {
      setRefused(t('errors:payload_too_large'));
      return;
    }
    const outcome = await look.run({ body: {}, files: [chosen] });
    if (!outcome.ok) return;
    if (outcome.response.isComplete) await read(chosen);
    else setLooked(outcome.response);
  };
  const isBusy = look.pending || create.pending;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bank.upload')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        <FileInput
          label={t('bank.fileField')}
          placeholder={t('bank.choose')}
          accept=".ofx,.ofc,.qfx,.csv,.txt,.xlsx"
          leftSection={<IconFileDollar size={16} aria-hidden />}
          value={file}
          onChange={(chosen) => void choose(chosen)}
          disabled={isBusy}
        />
        <Text size="sm" c="dimmed" aria-live="polite">
          {isBusy && (
            <>
              <Loader size="xs" mr="xs" aria-hidden />
              {t('bank.reading')}
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
  const names = look.titles.map((title, index) => title || String.fromCharCode(65 + index));
  const options = names.map((label, index) => ({ value: String(index), label }));
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
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        {(isWide ? statementColumns : essential).map((key) => {
          const index = columns[key];
          return (
            <Select
              key={key}
              label={t(`bank.columns.${key}`)}
              placeholder={t('bank.noColumn')}
              data={options}
              value={index === undefined ? null : String(index)}
              onChange={(value) =>
                setColumns(({ [key]: _, ...others }) =>
                  value === null ? others : { ...others, [key]: Number(value) },
                )
              }
              clearable
              clearButtonProps={{ 'aria-label': t('bank.noColumn') }}
            />
          );
        })}
      </SimpleGrid>
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
