import { useTranslation } from '../../i18n.ts';
import classes from './ProgressBar.module.css';

/** Something that was asked for is on its way: above everything, moving nothing. */
export function ProgressBar() {
  const { t } = useTranslation();
  return <div className={classes.progress} role="progressbar" aria-label={t('app.loading')} />;
}
