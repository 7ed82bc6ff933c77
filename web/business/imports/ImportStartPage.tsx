import { Alert, Anchor, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { sheetFile } from '#contract/business/import/import.ts';
import { type ImportKind, importKinds } from '#contract/business/import/kinds.ts';
import { api } from '#contract/index.ts';
import { fetchToDisk, useAct } from '../../acts.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { Forbidden } from '../../layouts/Forbidden.tsx';
import { paths } from '../../paths.ts';
import { Link, useGo, useParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { useSession } from '../../use-session.ts';
import classes from './imports.module.css';

/** The first step: a template for who has no sheet yet, and the file. */
export default function ImportStartPage() {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const named = useParam('kind');
  const kind = importKinds.find((known) => known === named) ?? 'products';
  if (!can(`imports.${kind}`)) return <Forbidden />;
  return (
    <Page
      title={t(`imports.startTitles.${kind}`)}
      trail={[{ label: t('imports.title'), to: paths.business.imports() }]}
      hint={t(`imports.kindHints.${kind}`)}
      width="narrow"
    >
      <FileSection kind={kind} />
      <TemplateSection kind={kind} />
      <Anchor component={Link} to={paths.business.imports({ query: `kind:${kind}` })} size="sm">
        {t('imports.history')}
      </Anchor>
    </Page>
  );
}

function FileSection({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation('business');
  const go = useGo();
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const create = useAct(api.imports.create, {
    success: false,
    onSuccess: ({ id }) => go(paths.business.import(id)),
    onFailure: (failure) => {
      setRefused(reasonOf(failure));
      return true;
    },
  });
  const send = (file: File | null | undefined) => {
    if (!file || create.pending) return;
    setRefused(file.size > sheetFile.maxBytes ? t('imports.faults.sheet_too_big') : null);
    if (file.size <= sheetFile.maxBytes) void create.run({ body: { kind }, files: [file] });
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files[0]);
  };
  return (
    <Section>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is an extra; the button inside does the same */}
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
          <Text fw={600}>{t('imports.drop')}</Text>
          <Text size="sm" c="dimmed">
            {t('imports.dropHint')}
          </Text>
          <FileButton onChange={send} accept=".csv,.txt,.tsv,.xlsx" disabled={create.pending}>
            {(props) => (
              <Button {...props} loading={create.pending} leftSection={<IconUpload size={16} aria-hidden />}>
                {t('imports.choose')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" aria-live="polite">
            {create.pending ? t('imports.reading') : ''}
          </Text>
        </Stack>
      </div>
      {refused && (
        <Alert color="red" role="alert">
          {refused}
        </Alert>
      )}
    </Section>
  );
}

function TemplateSection({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation('business');
  const fetchTemplate = (format: 'xlsx' | 'csv') =>
    fetchToDisk(api.imports.template, { params: { kind }, query: { format } });
  return (
    <Section title={t('imports.template')} hint={t('imports.templateHint')}>
      <Group gap="xs">
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void fetchTemplate(format)}
          >
            {t(format === 'xlsx' ? 'imports.templateXlsx' : 'imports.templateCsv')}
          </Button>
        ))}
      </Group>
    </Section>
  );
}
