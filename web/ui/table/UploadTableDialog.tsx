import { Alert, FileInput, Loader, Modal, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconFileDollar } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';

/** Why the file was refused, and the handler of acts that sets it. */
export function useRefusedFile() {
  const [refused, setRefused] = useState<string | null>(null);
  const onFailure = (failure: Parameters<typeof reasonOf>[0]) => {
    setRefused(reasonOf(failure));
    return true;
  };
  return { refused, setRefused, onFailure };
}

type UploadTableDialogProps<L> = {
  title: string;
  label: string;
  description?: string;
  placeholder: string;
  reading: string;
  accept: string;
  maxBytes: number;
  isBusy: boolean;
  refusal: ReturnType<typeof useRefusedFile>;
  /** What the server finds in the file; null if it refuses it. */
  look: (file: File) => Promise<L | null>;
  read: (file: File) => Promise<void>;
  onClose: () => void;
  /** The form for columns that are not known. */
  children: (look: L, file: File) => ReactNode;
};

/** Uploads a table: a file whose columns are known is read at once, otherwise the reader assigns them. */
export function UploadTableDialog<L extends { isComplete: boolean }>(props: UploadTableDialogProps<L>) {
  const { title, maxBytes, isBusy, refusal, look, read, onClose, children } = props;
  const { t } = useTranslation(['ui', 'errors']);
  const [file, setFile] = useState<File | null>(null);
  const [looked, setLooked] = useState<L | null>(null);
  const choose = async (chosen: File | null) => {
    setFile(chosen);
    setLooked(null);
    refusal.setRefused(null);
    if (!chosen) return;
    if (chosen.size > maxBytes) return refusal.setRefused(t('errors:payload_too_large'));
    const found = await look(chosen);
    if (!found) return;
    if (found.isComplete) await read(chosen);
    else setLooked(found);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="xl"
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        <FileInput
          label={props.label}
          description={props.description}
          placeholder={props.placeholder}
          accept={props.accept}
          leftSection={<IconFileDollar size={16} aria-hidden />}
          value={file}
          onChange={(chosen) => void choose(chosen)}
          data-autofocus
          disabled={isBusy}
        />
        <Text size="sm" c="dimmed" aria-live="polite">
          {isBusy && (
            <>
              <Loader size="xs" mr="xs" aria-hidden />
              {props.reading}
            </>
          )}
        </Text>
        {refusal.refused && (
          <Alert color="red" role="alert">
            {refusal.refused}
          </Alert>
        )}
        {looked && file && children(looked, file)}
      </Stack>
    </Modal>
  );
}

/** The names of the columns of a file, a letter for one without a title. */
export const columnNames = (titles: readonly string[]): string[] =>
  titles.map((title, index) => title || String.fromCharCode(65 + index));

type ColumnSelectsProps<K extends string> = {
  names: readonly string[];
  keys: readonly K[];
  columns: Readonly<Partial<Record<K, number | undefined>>>;
  labelOf: (key: K) => string;
  noColumn: string;
  onChange: (key: K, column: number | undefined) => void;
};

/** Which column of the file has which value. */
export function ColumnSelects<K extends string>(props: ColumnSelectsProps<K>) {
  const { names, keys, columns, labelOf, noColumn, onChange } = props;
  const options = names.map((label, index) => ({ value: String(index), label }));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
      {keys.map((key) => {
        const index = columns[key];
        return (
          <Select
            key={key}
            label={labelOf(key)}
            placeholder={noColumn}
            data={options}
            value={index === undefined ? null : String(index)}
            onChange={(value) => onChange(key, value === null ? undefined : Number(value))}
            clearable
            clearButtonProps={{ 'aria-label': noColumn }}
          />
        );
      })}
    </SimpleGrid>
  );
}

/** The columns with one of them set, or without it. */
export function withColumn<C extends object>(columns: C, key: keyof C, column: number | undefined): C {
  const { [key]: _, ...others } = columns;
  return (column === undefined ? others : { ...others, [key]: column }) as C;
}
