import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n.ts';
import classes from './DialogFoot.module.css';

type DialogChoiceProps = {
  onBack: () => void;
  /** Word of the way back. */
  back?: string;
  /** Enter goes back, where the act is one that a hurried hand regrets. */
  backFocused?: boolean;
  /** The button that does it. */
  children: ReactNode;
};

/** The end of a question on the floor: the way back stands apart from the act, with a word that no act has. */
export function DialogChoice({ onBack, back, backFocused, children }: DialogChoiceProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.choice}>
      <Button size="floor" variant="default" data-autofocus={backFocused || undefined} onClick={onBack}>
        {back ?? t('act.back')}
      </Button>
      {children}
    </div>
  );
}
