import { Button, Loader } from '@mantine/core';
import { IconError404, IconMoodConfuzed, IconReload } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Failure } from '../api.ts';
import { useConnection } from '../connection.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { ChunkFailure, retryWhenReachable } from '../reload.ts';
import { sessionState } from '../session.ts';
import { EmptyState, ErrorState } from '../ui/page/EmptyState.tsx';
import { Link } from '../ui/page/navigation.tsx';
import classes from './ErrorLayout.module.css';

/** An unexpected error and the way on. A missing chunk of an older build reloads the page once. */
export function ErrorLayout({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const chunk = error instanceof ChunkFailure;
  const offline = useConnection() !== 'online';
  useEffect(() => {
    if (!chunk) return;
    return retryWhenReachable(async () => {
      await Promise.all(
        router.state.matches.map(({ routeId }) => router.routesById[routeId].options.component?.preload?.()),
      );
      await router.invalidate();
      reset();
    });
  }, [chunk, router, reset]);
  if (error instanceof Failure)
    return (
      <main className={classes.center}>
        <ErrorState failure={error} retry={reset} />
      </main>
    );
  return (
    <main className={classes.center} role="alert">
      <EmptyState
        level={1}
        icon={IconMoodConfuzed}
        title={t(chunk && offline ? 'failure.offlineTitle' : 'failure.title')}
        hint={t(chunk ? (offline ? 'failure.chunkOffline' : 'failure.chunk') : 'failure.screen')}
        action={
          !offline && (
            <Button
              leftSection={<IconReload size={16} aria-hidden />}
              onClick={() => window.location.reload()}
            >
              {t('failure.reload')}
            </Button>
          )
        }
      />
    </main>
  );
}

/** 404 with the message of the specification. */
export function NotFound() {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    document.title = `${t('notFound.title')} · ${t('app.name')}`;
  }, [t]);
  return (
    <main className={classes.center}>
      <EmptyState
        level={1}
        icon={IconError404}
        title={t('notFound.title')}
        hint={t('notFound.message', { path })}
        action={
          <Button
            component={Link}
            to={sessionState().session ? paths.business.home() : paths.account.login()}
          >
            {t('notFound.home')}
          </Button>
        }
      />
    </main>
  );
}

/** Shown while the code of a screen loads, after a delay that avoids flicker. */
export function Waiting() {
  const { t } = useTranslation();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return <div className={classes.center}>{late && <Loader role="img" aria-label={t('app.loading')} />}</div>;
}
