import { Alert, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconTableImport, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { canAct } from '#contract/acts.ts';
import type { Import } from '#contract/business/import/import.ts';
import { importActs } from '#contract/business/import/import-states.ts';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { type Href, paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { AppliedSection } from './AppliedSection.tsx';
import { CheckedSection } from './CheckedSection.tsx';
import { ImportPictures } from './ImportPictures.tsx';
import { importBadges } from './import-words.ts';
import { MatchSection } from './MatchSection.tsx';
import { RowsTable } from './RowsTable.tsx';

const pollMs = 1500;

/** One import in any state; the page can be left and opened again. */
export default function ImportPage() {
  const { t } = useTranslation('business');
  const id = useIdParam();
  const [waiting, setWaiting] = useState(false);
  const found = useApi(api.imports.detail, { params: { id } }, waiting ? { every: pollMs } : {});
  const isRunning = found.data?.state === 'checking' || found.data?.state === 'applying';
  if (isRunning !== waiting) setWaiting(isRunning);
  const trail = [{ label: t('imports.title'), to: paths.business.imports() }];
  if (!found.data)
    return (
      <UnreadPage
        title={t('imports.title')}
        trail={trail}
        failed={actMessage('failures', 'imports.detail')}
        result={found}
      />
    );
  return <ImportScreen key={found.data.id} data={found.data} trail={trail} />;
}

type ImportScreenProps = { data: Import; trail: { label: string; to: Href }[] };

function ImportScreen({ data, trail }: ImportScreenProps) {
  const { t } = useTranslation('business');
  const { id, kind, state, fault } = data;
  const cancel = useAct(api.imports.cancel);
  const [matching, setMatching] = useState(false);
  const isMatching = state === 'matching' || (matching && (state === 'checked' || state === 'stopped'));
  return (
    <Page
      title={data.file}
      trail={trail}
      badge={<StateBadge {...importBadges[state]} label={t(`imports.states.${state}`)} />}
      hint={t(`imports.startTitles.${kind}`)}
      actions={
        <Actions
          items={[
            {
              key: 'again',
              label: t('imports.again'),
              icon: IconTableImport,
              permission: `imports.${kind}`,
              secondary: state !== 'applied',
              to: paths.business.createImport(kind),
            },
            {
              key: 'cancel',
              label: t('imports.cancel'),
              icon: IconTrash,
              tone: 'bad',
              permission: `imports.${kind}`,
              secondary: true,
              refused: !canAct(importActs, 'cancel', state) && t(`imports.states.${state}`),
              run: () => cancel.run({ params: { id } }),
            },
          ]}
        />
      }
    >
      {fault && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t(`imports.faults.${fault}`)}
        </Alert>
      )}
      {data.appliedBefore && state !== 'applied' && state !== 'canceled' && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t(kind === 'volumes' ? 'imports.appliedBeforeVolumes' : 'imports.appliedBefore', {
            at: formatInstant(data.appliedBefore),
          })}
        </Alert>
      )}
      {isMatching && <MatchSection data={data} onChecked={() => setMatching(false)} />}
      {(state === 'checking' || state === 'applying') && <Running data={data} />}
      {!isMatching && (state === 'checked' || state === 'stopped') && (
        <CheckedSection data={data} onMatch={() => setMatching(true)} />
      )}
      {state === 'applied' && <AppliedSection data={data} />}
      {state === 'applied' && <ImportPictures data={data} />}
      {!isMatching && (state === 'checked' || state === 'applied') && <RowsTable data={data} />}
    </Page>
  );
}

function Running({ data: { state, finished, total } }: { data: Import }) {
  const { t } = useTranslation('business');
  const counted = { finished, total };
  const text =
    total === 0
      ? t('imports.readingRows')
      : t(state === 'checking' ? 'imports.checkingRows' : 'imports.applyingRows', counted);
  return (
    <Section>
      <Stack gap="xs">
        <Text fw={600} aria-live="polite">
          {text}
        </Text>
        <Progress value={total === 0 ? 100 : (finished * 100) / total} animated aria-label={text} />
        <Text size="sm" c="dimmed">
          {t('imports.mayLeave')}
        </Text>
      </Stack>
    </Section>
  );
}
