import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n.ts';
import classes from './Questions.module.css';

/** What is to be known of a text, and the keys that send it, to who has keys. */
export function WrittenHint({ children }: { children: ReactNode }) {
  const { t } = useTranslation('marketplaces');
  return (
    <>
      {children} <span className={classes.keys}>{t('questions.keyHint')}</span>
    </>
  );
}
