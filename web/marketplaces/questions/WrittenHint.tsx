import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n.ts';
import classes from './Questions.module.css';

/** Hints about the text, and the shortcut that sends it on devices with a keyboard. */
export function WrittenHint({ children }: { children: ReactNode }) {
  const { t } = useTranslation('marketplaces');
  return (
    <>
      {children} <span className={classes.keys}>{t('questions.keyHint')}</span>
    </>
  );
}
