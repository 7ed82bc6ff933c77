import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n.ts';
import { useConnection } from '../live.ts';
import { watchVersion } from '../reload.ts';
import { anyDirty } from '../ui/form/dirty.ts';
import { toast } from '../ui/toasts.ts';
import classes from './DefaultLayout.module.css';

/** What concerns the whole product: a lost connection, a new version. */
export function Banners() {
  const { t } = useTranslation();
  const connection = useConnection();
  const [outdated, setOutdated] = useState(false);
  useEffect(() => watchVersion(() => setOutdated(true)), []);
  const update = () => {
    if (anyDirty()) toast.info(t('version.dirty'));
    else window.location.reload();
  };
  return (
    <>
      {connection !== 'online' && (
        <output className={classes.banner} data-tone="attention">
          <IconPlugConnectedX size={18} aria-hidden className={classes.bannerIcon} />
          {t(`connection.${connection}`)}
        </output>
      )}
      {outdated && (
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
