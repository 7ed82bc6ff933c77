import { Burger, Group, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadNamespace, useTranslation } from '../i18n.ts';
import { startLiveUpdates } from '../live.ts';
import { paths } from '../paths.ts';
import { homeOf } from '../station.ts';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { keepTyped } from '../ui/typed-ahead.ts';
import { allowed, useSession } from '../use-session.ts';
import { Banners, ConnectionNotice } from './Banners.tsx';
import { BusinessSwitch } from './BusinessSwitch.tsx';
import { ChangePerson } from './ChangePerson.tsx';
import classes from './DefaultLayout.module.css';
import { Forbidden } from './Forbidden.tsx';
import { LoadingBar, useIsLoading } from './LoadingBar.tsx';
import { MenuPanel } from './MenuPanel.tsx';
import { PassportButton } from './PassportButton.tsx';
import { Preferences } from './Preferences.tsx';
import { listAreas } from './palette-areas.ts';
import { RunsButton } from './RunsButton.tsx';
import { TwoStepRequired } from './TwoStepRequired.tsx';

// Loaded before it opens, so that nothing is inserted above what its reader sees.
const Palette = lazyWithFallback(async () => {
  await Promise.all(listAreas.map(loadNamespace)).catch(() => undefined);
  return import('./Palette.tsx');
});
const StationPause = lazyWithFallback(() => import('../account/station/StationPause.tsx'));
const NoBusiness = lazy(() => loadNamespace('business').then(() => import('../business/NoBusiness.tsx')));

/** Not a link to a fragment: a new history entry would lose the row to which *back* returns. */
function skipToContent(): void {
  document.getElementById('content')?.focus();
}

/** Moves the focus into the list, to the row that was visited last. */
function skipToList(): void {
  document.querySelector<HTMLElement>('tr[data-row][tabindex="0"]')?.focus();
}

/** The frame for signed-in people: menu, bar and the screen. */
export default function DefaultLayout() {
  const { t } = useTranslation();
  const { session } = useSession();
  const [open, drawer] = useDisclosure(false);
  const [folded, setFolded] = useLocalStorage({
    key: 'easy.menu.folded',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [asked, setAsked] = useState(0);
  const [code, setCode] = useState<string | null>(null);
  const { permission, business } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {};
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const isLoading = useIsLoading();
  const openPalette = () => {
    keepTyped(t('palette.open'));
    setAsked((count) => count + 1);
  };
  useHotkeys(
    [
      ['mod+K', openPalette],
      ['Escape', drawer.close],
    ],
    [],
  );
  useEffect(startLiveUpdates, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the reader has gone somewhere
  useEffect(drawer.close, [pathname]);
  if (!session) return null;
  const shut =
    (session.station && !permission) ||
    (permission && !allowed(session, permission)) ||
    (business && business !== session.business?.type);
  return (
    <div className={classes.shell} data-folded={folded} data-open={open}>
      <UnstyledButton className="skip-link" onClick={skipToContent}>
        {t('app.skip')}
      </UnstyledButton>
      <UnstyledButton className="skip-link skip-to-list" onClick={skipToList}>
        {t('app.skipToList')}
      </UnstyledButton>
      <header className={classes.header} data-bar>
        <Group gap="xs" wrap="nowrap" className={classes.brandSide}>
          <Burger
            opened={open}
            onClick={drawer.toggle}
            className={classes.burger}
            size="sm"
            aria-controls="menu"
            aria-expanded={open}
            aria-label={t(open ? 'menu.close' : 'menu.open')}
          />
          <Link to={homeOf(session)} className={classes.brand}>
            {t('app.name')}
          </Link>
          <BusinessSwitch session={session} />
        </Group>
        <ConnectionNotice />
        {session.business && !session.station && !session.twoStepDue?.over && <RunsButton />}
        {session.business && !session.twoStepDue?.over && <PassportButton code={code} setCode={setCode} />}
        <UnstyledButton
          className={classes.palette}
          onClick={openPalette}
          aria-label={`${t('palette.open')} ${t('palette.hint')}`}
        >
          <IconSearch size={16} aria-hidden />
          <span className={classes.paletteText}>{t('palette.open')}</span>
          <kbd className={classes.kbd}>{t('palette.hint')}</kbd>
        </UnstyledButton>
        {session.station && <ChangePerson station={session.station} />}
        <Preferences session={session} />
      </header>
      <nav id="menu" className={classes.navbar} aria-label={t('menu.title')}>
        <MenuPanel session={session} folded={folded && !open} pathname={pathname} setFolded={setFolded} />
      </nav>
      {open && <div className={classes.shade} aria-hidden onClick={drawer.close} />}
      <main className={classes.main}>
        <Banners session={session} />
        <LoadingBar />
        <div id="content" className={classes.content} tabIndex={-1} aria-busy={isLoading}>
          {session.business || pathname === paths.account.user() ? (
            session.twoStepDue?.over && pathname !== paths.account.user() ? (
              <TwoStepRequired />
            ) : shut ? (
              <Forbidden />
            ) : (
              <Outlet />
            )
          ) : (
            <Suspense>
              <NoBusiness session={session} />
            </Suspense>
          )}
        </div>
      </main>
      {session.station && <StationPause session={session} />}
      {asked > 0 && <Palette key={asked} session={session} asked={asked} onCode={setCode} />}
    </div>
  );
}
