import { useTranslation } from '../../i18n.ts';
import classes from './ProgressBar.module.css';

/** Shows that something is loading, on top of everything and without moving it. */
export function ProgressBar() {
  const { t } = useTranslation();
  return <div className={classes.progress} role="progressbar" aria-label={t('app.loading')} />;
}
