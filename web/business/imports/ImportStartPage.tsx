import { Alert, Anchor, Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
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
import { SheetDrop } from './SheetDrop.tsx';

/** The first step: a template for readers without a sheet, and the file. */
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
      <Anchor component={Link} to={paths.business.moveImports()} size="sm">
        {t('imports.move.title')}
      </Anchor>
      <Anchor component={Link} to={paths.business.imports({ query: `kind:${kind}` })} size="sm">
        {t('imports.history')}
      </Anchor>
    </Page>
  );
}

function FileSection({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation('business');
  const go = useGo();
  const [refused, setRefused] = useState<string | null>(null);
  const create = useAct(api.imports.create, {
    success: false,
    onSuccess: ({ id }) => go(paths.business.import(id)),
    onFailure: (failure) => {
      setRefused(reasonOf(failure));
      return true;
    },
  });
  const send = (file: File | undefined) => {
    if (!file || create.pending) return;
    setRefused(file.size > sheetFile.maxBytes ? t('imports.faults.sheet_too_big') : null);
    if (file.size <= sheetFile.maxBytes) void create.run({ body: { kind }, files: [file] });
  };
  return (
    <Section>
      <SheetDrop
        title={t('imports.drop')}
        hint={t('imports.dropHint')}
        choose={t('imports.choose')}
        reading={create.pending ? '' : null}
        onFiles={([file]) => send(file)}
      />
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
