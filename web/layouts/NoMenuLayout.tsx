import { Outlet } from '@tanstack/react-router';
import { useTranslation } from '../i18n.ts';
import { useScreenStands } from '../ui/scan/early-codes.ts';
import classes from './EntryLayout.module.css';
import { GuestPreferences } from './GuestPreferences.tsx';
import { LoadingBar, useIsLoading } from './LoadingBar.tsx';

/** Sign-in: only the form. */
export function NoMenuLayout() {
  const { t } = useTranslation();
  useScreenStands();
  return (
    <div className={classes.entry}>
      <header className={classes.header} data-bar="entry">
        <span className={classes.brand}>{t('app.name')}</span>
        <GuestPreferences />
      </header>
      <LoadingBar />
      <main className={classes.main} aria-busy={useIsLoading()}>
        <Outlet />
      </main>
    </div>
  );
}
