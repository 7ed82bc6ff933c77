import { Button, Drawer, Group, Progress, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconDownload, IconListDetails } from '@tabler/icons-react';
import { useState } from 'react';
import type { BulkRunRow } from '#contract/business/bulk-run.ts';
import { api } from '#contract/index.ts';
import { nfeFaults } from '#contract/orders/order.ts';
import { fetchToDisk, useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { formatQuantity } from '../quantity.ts';
import { useApi } from '../queries.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { Instant } from '../ui/page/values.tsx';
import classes from './RunsDrawer.module.css';

/** All long runs of the last day: progress, result and failed rows. */
export default function RunsDrawer({ runs, onClose }: { runs: readonly BulkRunRow[]; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="md"
      title={t('runs.title')}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {t('runs.hint')}
        </Text>
        {runs.length === 0 && <EmptyState title={t('runs.empty')} />}
        {runs.map((run) => (
          <Run
            key={run.id}
            run={run}
            undoing={runs.some((other) => other.undoes === run.id && other.state === 'running')}
          />
        ))}
      </Stack>
    </Drawer>
  );
}

const colours = { running: 'blue', done: 'green', stopped: 'red', undone: 'gray' } as const;

const outcomeColours = { partly: 'yellow', nothing: 'red' } as const;

/** Work that has ended without some of its rows, or without any; null: it did all, or goes on. */
function outcomeOf({ state, succeeded, total }: BulkRunRow): keyof typeof outcomeColours | null {
  if (state !== 'done' || succeeded === total) return null;
  return succeeded === 0 ? 'nothing' : 'partly';
}

function Run({ run, undoing }: { run: BulkRunRow; undoing: boolean }) {
  const { t } = useTranslation();
  const [listed, setListed] = useState(false);
  const undo = useAct(api.bulkRuns.undo);
  const params = { id: run.id };
  const what = t(`runs.kinds.${run.kind}`);
  const title = run.undoes === null ? what : t('runs.undoing', { what });
  const outcome = outcomeOf(run);
  const colour = outcome ? outcomeColours[outcome] : colours[run.state];
  return (
    <section className={classes.run} aria-label={title}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{title}</Text>
        <Text size="xs" c="dimmed">
          <Instant value={run.createdAt} />
        </Text>
      </Group>
      <Progress
        value={run.total === 0 ? 100 : (run.finished * 100) / run.total}
        color={colour}
        aria-label={t(`runs.states.${run.state}`)}
      />
      <Text size="sm" aria-live="polite">
        {undoing
          ? t('runs.beingUndone')
          : outcome
            ? t(`runs.outcomes.${outcome}`)
            : t(`runs.states.${run.state}`)}{' '}
        ·{' '}
        {t('runs.ofTotal', {
          finished: run.state === 'running' ? run.finished : run.succeeded,
          total: run.total,
        })}
        {run.failures > 0 && ` · ${t('runs.failures', { count: run.failures })}`}
      </Text>
      <Group gap="xs">
        {run.hasFile && (
          <Button
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => void fetchToDisk(api.bulkRuns.file, { params })}
          >
            {t('runs.download')}
          </Button>
        )}
        {run.canUndo && (
          <Button
            size="xs"
            variant="default"
            loading={undo.pending}
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            onClick={() => void undo.run({ params })}
          >
            {t('runs.undo')}
          </Button>
        )}
        {run.failures > 0 && (
          <Button
            size="xs"
            variant="default"
            aria-expanded={listed}
            leftSection={<IconListDetails size={14} aria-hidden />}
            onClick={() => setListed(!listed)}
          >
            {t('runs.showFailures')}
          </Button>
        )}
      </Group>
      {listed && <Failures id={run.id} />}
    </section>
  );
}

/** Failures by reason, the most frequent first, since most rows fail for the same reason. */
function Failures({ id }: { id: number }) {
  const { t } = useTranslation(['ui', 'errors', 'orders']);
  const run = useApi(api.bulkRuns.detail, { params: { id } });
  /** Errors of a document have words of ours; a marketplace's refusal has its own. */
  const reasonOf = (reason: string) => {
    const fault = nfeFaults.find((known) => known === reason);
    return reason && ` (${fault ? t(`orders:nfeFaults.${fault}`) : reason})`;
  };
  /** Labels are of sales, which are named by their number; other failures have a name. */
  const nameOf = (name: string) =>
    run.data?.kind === 'labels' ? t('orders:saleNumber', { number: name }) : name;
  const groups = Map.groupBy(
    run.data?.failed ?? [],
    ({ code, reason }) => `${t(`errors:${code}`)}${reasonOf(reason)}`,
  );
  return (
    <ul className={classes.failures}>
      {[...groups]
        .toSorted(([, one], [, other]) => other.length - one.length)
        .map(([reason, rows]) => (
          <li key={reason}>
            <strong>
              {rows.length > 1 && `${formatQuantity(rows.length)} × `}
              {reason}
            </strong>{' '}
            {rows.map(({ name }) => nameOf(name)).join(', ')}
          </li>
        ))}
    </ul>
  );
}
