import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { Receipt } from '#contract/supply/receiving.ts';
import { maxProblemPhotos, type ReportedProblem } from '#contract/supply/reported-problem.ts';
import { problemKinds } from '#contract/supply/reported-problem-states.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { keepPictures } from '../../products/images/image-upload.ts';
import { KeptPhotos } from '../../products/images/KeptPhotos.tsx';
import { filesOf } from '../../products/images/picture-parts.ts';
import { useApi } from '../../queries.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { FieldRow, Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { ImagesField } from '../../ui/form/ImagesField.tsx';
import type { ImageItem } from '../../ui/form/ImagesList.tsx';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { PageMarks } from '../../ui/paper/PageMarks.tsx';
import { useSession } from '../../use-session.ts';
import { nameOf } from '../requests/request-values.ts';

/** Problems of a receipt: reported, solved, printed. */
export default function ReportPage() {
  const { t } = useTranslation('supply');
  const id = useIdParam();
  const { can } = useSession();
  const problems = useApi(api.reportedProblems.list, { query: { query: `request:${id}`, size: '100' } });
  const receipt = useApi(
    api.supplyRequestsOngoing.detail,
    { params: { id } },
    { enabled: can('receiving.read') },
  );
  const trail = can('receiving.read') ? [{ label: t('receiving.one'), to: paths.inventory.receive(id) }] : [];
  if (!problems.data)
    return (
      <UnreadPage
        title={t('problems.title')}
        trail={trail}
        failed={actMessage('failures', 'reportedProblems.list')}
        result={problems}
      />
    );
  const { items } = problems.data;
  return (
    <Page
      title={t('problems.title')}
      trail={trail}
      actions={
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('problems.print')}
        </Button>
      }
    >
      <PageMarks
        what={[
          t('problems.title'),
          receipt.data && t('requests.numbered', { number: receipt.data.number }),
          receipt.data?.supplier.name,
        ]
          .filter(Boolean)
          .join(' · ')}
        stamp={receipt.data?.state === 'canceled' && t('requestState.canceled')}
      />
      <Stack>
        {can('reported-problems.create') && <ReportForm id={id} receipt={receipt.data} />}
        {items.length === 0 ? (
          <EmptyState title={t('problems.empty')} hint={t('problems.emptyHint')} />
        ) : (
          items.map((problem) => <Problem key={problem.id} problem={problem} />)
        )}
      </Stack>
    </Page>
  );
}

function ReportForm({ id, receipt }: { id: number; receipt: Receipt | undefined }) {
  const { t } = useTranslation('supply');
  const blank = {
    kind: 'missing' as string | null,
    lineId: null as string | null,
    title: '',
    description: '',
    photos: [] as ImageItem[],
  };
  const form = useForm({
    endpoint: api.reportedProblems.create,
    initial: blank,
    send: ({ kind, lineId, title, description, photos }) => ({
      body: {
        requestId: id,
        kind: problemKinds.find((one) => one === kind) ?? 'other',
        title,
        description,
        ...(lineId && { lineId: Number(lineId) }),
      },
      ...filesOf(photos),
    }),
    onSaved: () => form.setValues(blank),
  });
  return (
    <Section title={t('problems.report')}>
      <Form form={form} guard={false}>
        <FieldRow>
          <SelectField
            {...form.field('kind')}
            label={t('problems.kind')}
            options={problemKinds.map((value) => ({ value, label: t(`problemKind.${value}`) }))}
          />
          <SelectField
            {...form.field('lineId')}
            label={t('problems.line')}
            options={(receipt?.lines ?? []).map((line) => ({
              value: String(line.id),
              label: `${line.sku} · ${nameOf(line)}`,
            }))}
            clearable
          />
          <TextField {...form.field('title')} label={t('problems.name')} required />
        </FieldRow>
        <NotesField {...form.field('description')} label={t('problems.description')} />
        <ImagesField
          {...form.field('photos')}
          label={t('problems.photos')}
          upload={keepPictures}
          max={maxProblemPhotos}
          camera
        />
        <DialogSubmit form={form} label={t('problems.report')} />
      </Form>
    </Section>
  );
}

function Problem({ problem }: { problem: ReportedProblem }) {
  const { t } = useTranslation('supply');
  const { can } = useSession();
  const [solving, setSolving] = useState(false);
  const open = problem.state === 'open';
  return (
    <Section>
      <Group justify="space-between">
        <Title order={3}>{problem.title}</Title>
        <Badge color={open ? 'red' : 'green'}>{t(`problemState.${problem.state}`)}</Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {[
          t(`problemKind.${problem.kind}`),
          problem.line && `${problem.line.sku} · ${problem.line.product}`,
          `${formatInstant(problem.createdAt)} · ${problem.createdBy}`,
        ]
          .filter(Boolean)
          .join(' — ')}
      </Text>
      {problem.description && <Text>{problem.description}</Text>}
      <KeptPhotos photos={problem.photos} about={problem.title} />
      {problem.solvedAt && (
        <Text>
          {t('problems.solvedBy', { author: problem.solvedBy ?? '', at: formatInstant(problem.solvedAt) })}:{' '}
          {problem.solution}
        </Text>
      )}
      {open && can('reported-problems.solve') && !solving && (
        <div>
          <Button variant="default" onClick={() => setSolving(true)}>
            {t('problems.solve')}
          </Button>
        </div>
      )}
      {open && solving && <SolveForm id={problem.id} />}
    </Section>
  );
}

function SolveForm({ id }: { id: number }) {
  const { t } = useTranslation('supply');
  const form = useForm({
    endpoint: api.reportedProblems.solve,
    initial: { solution: '' },
    send: (body) => ({ params: { id }, body }),
  });
  return (
    <Form form={form} guard={false}>
      <TextField {...form.field('solution')} label={t('problems.solution')} required autoFocus />
      <DialogSubmit form={form} label={t('problems.solve')} />
    </Form>
  );
}
