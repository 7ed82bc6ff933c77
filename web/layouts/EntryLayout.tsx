import { Outlet } from '@tanstack/react-router';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { Link } from '../ui/page/navigation.tsx';
import { useScreenStands } from '../ui/scan/early-codes.ts';
import classes from './EntryLayout.module.css';
import { GuestPreferences } from './GuestPreferences.tsx';
import { LoadingBar, useIsLoading } from './LoadingBar.tsx';

/** Index, registration, recovery and activation: brand, page, language and appearance. */
export function EntryLayout() {
  const { t } = useTranslation();
  useScreenStands();
  return (
    <div className={classes.entry}>
      <header className={classes.header} data-bar="entry">
        <Link to={paths.index()} className={classes.brand}>
          {t('app.name')}
        </Link>
        <GuestPreferences />
      </header>
      <LoadingBar />
      <main className={classes.main} aria-busy={useIsLoading()}>
        <Outlet />
      </main>
    </div>
  );
}
