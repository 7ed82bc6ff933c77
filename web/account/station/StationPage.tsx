import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { safeRedirect } from '../../paths.ts';
import { renewSession } from '../../session.ts';
import { becomeStation, homeOf } from '../../station.ts';
import { useGo } from '../../ui/page/navigation.tsx';
import { EntryCard } from '../EntryCard.tsx';
import { StationDoor } from './StationDoor.tsx';
import classes from './station.module.css';

/** The screen of a station without a person. */
export default function StationPage() {
  const { t } = useTranslation('account');
  const { redirect }: { redirect?: string } = useSearch({ strict: false });
  const go = useGo();
  const [where, setWhere] = useState('');
  useEffect(() => {
    if (where) becomeStation();
  }, [where]);
  const entered = async () => {
    const session = await renewSession();
    go(safeRedirect(redirect) ?? homeOf(session), { replace: true });
  };
  return (
    <EntryCard title={t('station.one')} hint={where || '\u00a0'}>
      <div className={classes.door}>
        <StationDoor onEntered={() => void entered()} onKnown={setWhere} />
      </div>
    </EntryCard>
  );
}
