import { UnstyledButton } from '@mantine/core';
import { useTranslation } from '../i18n.ts';
import type { Session } from '../session.ts';
import type { TriggerProps } from '../ui/on-demand.tsx';
import classes from './DefaultLayout.module.css';

export type PersonProps = { session: Session };

export function PersonTrigger({ session, ...trigger }: PersonProps & TriggerProps) {
  const { t } = useTranslation();
  const [first = '', ...others] = session.user.name.split(' ');
  const initials = (first.charAt(0) + (others.at(-1)?.charAt(0) ?? '')).toUpperCase();
  return (
    <UnstyledButton
      {...trigger}
      className={classes.person}
      aria-haspopup="menu"
      aria-label={`${initials} – ${t('menu.personal')}`}
    >
      <span className={classes.initials} aria-hidden>
        {initials}
      </span>
    </UnstyledButton>
  );
}
