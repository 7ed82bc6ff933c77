import { UnstyledButton } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from '../i18n.ts';
import type { Session } from '../session.ts';
import { leaveStation } from '../session-acts.ts';
import classes from './DefaultLayout.module.css';

/** Ends the session of the station with one tap, ready for the next person. */
export function ChangePerson({ station }: { station: NonNullable<Session['station']> }) {
  const { t } = useTranslation();
  return (
    <UnstyledButton
      className={classes.station}
      onClick={() => void leaveStation()}
      aria-label={`${station.name} – ${t('menu.changePerson')}`}
      title={t('menu.changePerson')}
    >
      <IconUsersGroup size={20} aria-hidden />
      <span className={classes.stationName}>{station.name}</span>
    </UnstyledButton>
  );
}
