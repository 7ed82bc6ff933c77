import { UnstyledButton } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import type { Session } from '../session.ts';
import { signOut } from '../session-acts.ts';
import { useGo } from '../ui/page/navigation.tsx';
import classes from './DefaultLayout.module.css';

/** One tap, and the next person may come. */
export function ChangePerson({ station }: { station: NonNullable<Session['station']> }) {
  const { t } = useTranslation();
  const go = useGo();
  const leave = async () => {
    await signOut();
    go(paths.account.station());
  };
  return (
    <UnstyledButton
      className={classes.station}
      onClick={() => void leave()}
      aria-label={`${station.name} – ${t('menu.changePerson')}`}
      title={t('menu.changePerson')}
    >
      <IconUsersGroup size={20} aria-hidden />
      <span className={classes.stationName}>{station.name}</span>
    </UnstyledButton>
  );
}
