import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n.ts';
import classes from './DialogFoot.module.css';

type DialogChoiceProps = {
  onBack: () => void;
  /** Label of the button that cancels. */
  back?: string;
  /** Enter cancels, for acts that are easily regretted. */
  backFocused?: boolean;
  /** The button of the act. */
  children: ReactNode;
};

/** The end of a dialog on the floor: cancel is apart from the act and has a label of its own. */
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
