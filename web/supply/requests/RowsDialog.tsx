import { Alert, Button, FileButton, Group, Modal, Stack, Table, Text, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { maxLines, type UnderstoodRow } from '#contract/supply/supply-request-line.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { maxSheetBytes, type ReadRow, rowsOfFile, rowsOfText } from './rows-of-file.ts';

type Line = NonNullable<UnderstoodRow['line']>;
type RowsDialogProps = {
  supplierId: number | null;
  onClose: () => void;
  onTake: (lines: Line[]) => void;
};

/** Rows of a spreadsheet, previewed before they are taken over. */
export default function RowsDialog({ supplierId, onClose, onTake }: RowsDialogProps) {
  const { t } = useTranslation('supply');
  const { t: ui } = useTranslation();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const [rows, setRows] = useState<readonly UnderstoodRow[] | null>(null);
  const read = useAct(api.supplyRequests.readRows, { success: false });
  const check = async (typed: ReadRow[]) => {
    setRows(null);
    const wrong =
      typed.length === 0
        ? t('rows.nothing')
        : typed.length > maxLines && t('rows.tooMany', { count: maxLines });
    setRefused(wrong || null);
    if (wrong) return;
    const outcome = await read.run({ body: { supplierId, rows: typed.map(({ at: _, ...row }) => row) } });
    if (outcome.ok)
      setRows(outcome.response.rows.map((row) => ({ ...row, row: typed[row.row]?.at ?? row.row + 1 })));
  };
  const open = async (file: File | null) => {
    if (!file) return;
    setRows(null);
    const typed = await rowsOfFile(file).catch(() => null);
    if (typed) await check(typed);
    else setRefused(file.size > maxSheetBytes ? t('rows.fileTooBig') : t('rows.fileUnread'));
  };
  const good = (rows ?? []).flatMap((row) => row.line ?? []);
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('rows.title')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('rows.hint')}
        </Text>
        <Textarea
          label={t('rows.text')}
          placeholder={t('rows.example')}
          minRows={5}
          maxRows={12}
          autosize
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group>
          <Button loading={read.pending} onClick={() => void check(rowsOfText(text))}>
            {t('rows.check')}
          </Button>
          <FileButton onChange={(file) => void open(file)} accept=".csv,.txt,.xlsx">
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
                {t('rows.file')}
              </Button>
            )}
          </FileButton>
        </Group>
        {refused && (
          <Alert color="red" role="alert">
            {refused}
          </Alert>
        )}
        {rows && <ReadRows rows={rows} />}
        {good.length > 0 && (
          <Group justify="flex-end">
            <Button
              onClick={() => {
                onTake(good);
                onClose();
              }}
            >
              {t('rows.take', { count: good.length })}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

function ReadRows({ rows }: { rows: readonly UnderstoodRow[] }) {
  const { t } = useTranslation('supply');
  return (
    <StackedTable aria-label={t('rows.result')} from={500}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('rows.row')}</Table.Th>
          <Table.Th>{t('rows.code')}</Table.Th>
          <Table.Th data-figure>{t('requests.quantity')}</Table.Th>
          <Table.Th>{t('rows.result')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.row}>
            <Table.Td>{row.row}</Table.Td>
            <Table.Td data-label={t('rows.code')}>{row.code}</Table.Td>
            <Table.Td data-label={t('requests.quantity')} data-figure>
              {row.line?.quantity ?? '—'}
            </Table.Td>
            <Table.Td data-label={t('rows.result')}>
              {row.fault ? (
                <Text size="sm" c="red" span>
                  {t(`rows.${row.fault}`)}
                </Text>
              ) : (
                `${row.line?.variation.name} — ${t('rows.fine')}`
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </StackedTable>
  );
}
