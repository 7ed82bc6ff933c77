import { IconAlertTriangle } from '@tabler/icons-react';
import type { PublicationState } from '#contract/advertisements/publication-states.ts';
import { useTranslation } from '../../i18n.ts';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import cells from '../../ui/table/cells.module.css';
import { publicationBadges } from './publication-badges.ts';

export function PublicationBadge({ state }: { state: PublicationState }) {
  const { t } = useTranslation('advertisements');
  return <StateBadge {...publicationBadges[state]} label={t(`states.${state}`)} />;
}

type PublicationPresenceProps = { account: string; state: PublicationState; faulty: boolean };

/** A publication in one line: account, state, and problems. */
export function PublicationPresence({ account, state, faulty }: PublicationPresenceProps) {
  const { t } = useTranslation('advertisements');
  return (
    <span className={cells.line}>
      <PublicationBadge state={state} />
      <span className={`${cells.cut} ${cells.small}`} title={account}>
        {account}
      </span>
      {faulty && (
        <span role="img" aria-label={t('list.faulty')} title={t('list.faulty')} className={cells.line}>
          <IconAlertTriangle size={16} aria-hidden color="var(--mantine-color-error)" />
        </span>
      )}
    </span>
  );
}
