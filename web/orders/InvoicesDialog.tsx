import { FileInput, List } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { RunDialog } from './RunDialog.tsx';

/** NF-e of many sales: XML files or ZIPs, matched to sales by the number in each. */
export default function InvoicesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['orders', 'ui']);
  const [files, setFiles] = useState<File[]>([]);
  const upload = useAct(api.orders.sendInvoices);
  return (
    <RunDialog
      title={t('invoices.title')}
      hint={t('invoices.hint')}
      submit={t('invoices.submit')}
      pending={upload.pending}
      disabled={files.length === 0}
      start={() => upload.run({ files })}
      onClose={onClose}
    >
      <FileInput
        multiple
        clearable
        clearButtonProps={{ 'aria-label': t('ui:field.clear') }}
        accept=".xml,.zip,application/xml,text/xml,application/zip"
        label={t('invoices.files')}
        placeholder={t('invoices.choose')}
        value={files}
        onChange={setFiles}
        valueComponent={() => t('invoices.chosen', { count: files.length })}
        data-autofocus
      />
      {files.length > 0 && <FileNames files={files} />}
    </RunDialog>
  );
}

/** Number of names before the rest is only counted. */
const named = 5;

function FileNames({ files }: { files: readonly File[] }) {
  const { t } = useTranslation(['orders', 'ui']);
  const rest = files.length - named;
  return (
    <List size="sm" aria-label={t('invoices.files')} style={{ overflowWrap: 'anywhere' }}>
      {files.slice(0, named).map((file, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two folders may each have a file of one name
        <List.Item key={place}>{file.name}</List.Item>
      ))}
      {rest > 0 && <List.Item>{t('ui:bulk.more', { count: rest })}</List.Item>}
    </List>
  );
}
