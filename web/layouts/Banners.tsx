import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh, IconShieldLock } from '@tabler/icons-react';
import { useMatches } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatInstant } from '#contract/dates.ts';
import { useConnection } from '../connection.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { watchVersion } from '../reload.ts';
import type { Session } from '../session.ts';
import { anyDirty } from '../ui/form/dirty.ts';
import { Link } from '../ui/page/navigation.tsx';
import { toast } from '../ui/toasts.ts';
import classes from './DefaultLayout.module.css';

/** A lost connection is shown in the bar, in the place that the toasts leave for it: nothing moves and nothing is covered. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const connection = useConnection();
  if (connection === 'online') return null;
  return (
    <output className={classes.connection} data-connection>
      <IconPlugConnectedX size={18} aria-hidden className={classes.bannerIcon} />
      {t(`connection.${connection}`)}
    </output>
  );
}

/**
 * Messages about the whole product: a required second step, a new version. They change only with the screen, since
 * appearing later would move its buttons.
 */
export function Banners({ session }: { session: Session }) {
  const { t } = useTranslation();
  const [outdated, setOutdated] = useState(false);
  const due = session.twoStepDue?.over ? null : session.twoStepDue;
  const place = useWithScreen({ due, outdated });
  useEffect(() => watchVersion(() => setOutdated(true)), []);
  const update = () => {
    if (anyDirty()) toast.info(t('version.dirty'));
    else window.location.reload();
  };
  return (
    <>
      {place.due && (
        <output className={classes.banner} data-tone="attention" data-void={!due || undefined}>
          <IconShieldLock size={18} aria-hidden className={classes.bannerIcon} />
          {t('twoStepDue.soon', { at: formatInstant(place.due.at) })}
          <Button size="xs" variant="default" component={Link} to={paths.account.user({ tab: 'security' })}>
            {t('twoStepDue.action')}
          </Button>
        </output>
      )}
      {place.outdated && (
        <output className={classes.banner} data-tone="info">
          <IconRefresh size={18} aria-hidden className={classes.bannerIcon} />
          {t('version.title')}
          <Button size="xs" variant="default" onClick={update}>
            {t('version.action')}
          </Button>
        </output>
      )}
    </>
  );
}

/** The value at the time the screen was opened. */
function useWithScreen<T>(value: T): T {
  const screen = useMatches({ select: (matches) => matches.at(-1)?.id });
  const [held, setHeld] = useState({ screen, value });
  if (held.screen === screen) return held.value;
  setHeld({ screen, value });
  return value;
}
