import { Button, FileButton, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import classes from './imports.module.css';

type SheetDropProps = {
  multiple?: boolean;
  title: string;
  hint: string;
  choose: string;
  /** The name of the file that is being read; null: none is. */
  reading: string | null;
  onFiles(files: readonly File[]): void;
};

/** Where spreadsheets are dropped or chosen. */
export function SheetDrop({ multiple = false, title, hint, choose, reading, onFiles }: SheetDropProps) {
  const { t } = useTranslation('business');
  const [over, setOver] = useState(false);
  const isReading = reading !== null;
  const take = (files: readonly File[]) => {
    if (files.length > 0 && !isReading) onFiles(files);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    take(multiple ? files : files.slice(0, 1));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is an extra; the button inside does the same
    <div
      className={classes.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Stack align="center" gap="xs">
        <IconFileSpreadsheet size={40} stroke={1.4} aria-hidden />
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
        <FileButton
          onChange={(files) => take(Array.isArray(files) ? files : files ? [files] : [])}
          accept=".csv,.txt,.tsv,.xlsx"
          multiple={multiple}
          disabled={isReading}
        >
          {(props) => (
            <Button {...props} loading={isReading} leftSection={<IconUpload size={16} aria-hidden />}>
              {choose}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" aria-live="polite">
          {isReading ? `${t('imports.reading')} ${reading}` : ''}
        </Text>
      </Stack>
    </div>
  );
}
