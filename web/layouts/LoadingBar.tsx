import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from '../i18n.ts';
import classes from './LoadingBar.module.css';

/** Another screen was asked for and its code is not there yet. */
export const useIsLoading = () => useRouterState({ select: (state) => state.status === 'pending' });

/** Says so at once, whatever layout one is in. */
export function LoadingBar() {
  const { t } = useTranslation();
  return (
    useIsLoading() && <div className={classes.progress} role="progressbar" aria-label={t('app.loading')} />
  );
}
