import { UnstyledButton } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import classes from './DefaultLayout.module.css';
import { useRunsAsked } from './runs-asked.ts';

const RunsDrawer = lazyWithFallback(() => import('./RunsDrawer.tsx'));

/** Polls while a run is active, since a proxy may hold events back. */
const pollMs = 3000;

/** Long runs of this person, shown on every screen while there are any. */
export function RunsButton() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [polling, setPolling] = useState(false);
  const runs = useApi(api.bulkRuns.list, {}, polling ? { every: pollMs } : {}).data?.items ?? [];
  const running = runs.filter((run) => run.state === 'running');
  useEffect(() => setPolling(running.length > 0), [running.length]);
  const asked = useRunsAsked();
  useEffect(() => {
    if (asked > 0) setOpened(true);
  }, [asked]);
  if (runs.length === 0 && !opened) return null;
  const total = running.reduce((sum, run) => sum + run.total, 0);
  const finished = running.reduce((sum, run) => sum + run.finished, 0);
  const share = total === 0 ? 100 : Math.floor((finished * 100) / total);
  const label = running.length > 0 ? t('runs.share', { share }) : t('runs.title');
  return (
    <>
      <UnstyledButton
        className={classes.runs}
        data-runs
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        onClick={() => setOpened(true)}
      >
        <IconListCheck size={18} aria-hidden />
        <span className={classes.runsShare}>{running.length > 0 && `${share}%`}</span>
      </UnstyledButton>
      {opened && <RunsDrawer runs={runs} onClose={() => setOpened(false)} />}
    </>
  );
}
