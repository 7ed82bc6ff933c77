import { AppShell, Burger, Group, ScrollArea, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#contract/index.ts';
import { nameEndpoints } from '../endpoint-names.ts';
import { startLiveUpdates } from '../live.ts';
import { paths } from '../paths.ts';
import { useSession } from '../session.ts';
import { Link } from '../ui/navigation.tsx';
import { Banners } from './Banners.tsx';
import { BusinessSwitch } from './BusinessSwitch.tsx';
import classes from './DefaultLayout.module.css';
import { FoldButton, MenuPanel } from './MenuPanel.tsx';
import { Preferences } from './Preferences.tsx';

nameEndpoints(api);

const Palette = lazy(() => import('./Palette.tsx'));

/** Everything a signed-in person works in: menu, bar, the screen. */
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
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  useHotkeys([['mod+K', () => setAsked((count) => count + 1)]], []);
  useEffect(startLiveUpdates, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the reader has gone somewhere
  useEffect(drawer.close, [pathname]);
  if (!session) return null;
  return (
    <AppShell
      header={{ height: 'var(--easy-bar)' }}
      navbar={{
        width: folded ? 'var(--easy-rail-folded)' : 'var(--easy-rail)',
        breakpoint: 'sm',
        collapsed: { mobile: !open },
      }}
      padding={0}
      transitionDuration={120}
    >
      <a className="skip-link" href="#content">
        {t('app.skip')}
      </a>
      <AppShell.Header className={classes.header}>
        <Group gap="xs" wrap="nowrap" className={classes.brandSide}>
          <Burger
            opened={open}
            onClick={drawer.toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t(open ? 'menu.close' : 'menu.open')}
          />
          <Link to={paths.business.home()} className={classes.brand}>
            {t('app.name')}
          </Link>
          <BusinessSwitch session={session} />
        </Group>
        <UnstyledButton
          className={classes.palette}
          onClick={() => setAsked((count) => count + 1)}
          aria-label={`${t('palette.open')} ${t('palette.hint')}`}
        >
          <IconSearch size={16} aria-hidden />
          <span className={classes.paletteText}>{t('palette.open')}</span>
          <kbd className={classes.kbd}>{t('palette.hint')}</kbd>
        </UnstyledButton>
        <Preferences session={session} />
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label={t('menu.title')}>
        <AppShell.Section grow component={ScrollArea} type="auto" scrollbarSize={6}>
          <MenuPanel session={session} folded={folded && !open} pathname={pathname} />
        </AppShell.Section>
        <FoldButton folded={folded} setFolded={setFolded} />
      </AppShell.Navbar>
      <AppShell.Main>
        <Banners />
        <div id="content" className={classes.content} tabIndex={-1}>
          <Outlet />
        </div>
      </AppShell.Main>
      <Suspense>{asked > 0 && <Palette session={session} asked={asked} />}</Suspense>
    </AppShell>
  );
}
