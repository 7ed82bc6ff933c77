import { IconAlertTriangle } from '@tabler/icons-react';
import type { ListedAdvertisement } from '#contract/advertisements/advertisement.ts';
import type { PublicationState } from '#contract/advertisements/publication-states.ts';
import type { SaleReason } from '#contract/advertisements/sale-reason.ts';
import { useTranslation } from '../../i18n.ts';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import cells from '../../ui/table/cells.module.css';
import { badgeOf, publicationBadges } from './publication-badges.ts';
import { useReasonText } from './SaleReasons.tsx';

export function PublicationBadge({ state }: { state: PublicationState }) {
  const { t } = useTranslation('advertisements');
  return <StateBadge {...publicationBadges[state]} label={t(`states.${state}`)} />;
}

type Presence = ListedAdvertisement['publications'][number];

/** An update that was rejected, or one that is on sale to fewer buyers, is still on sale. */
const isOff = ({ kind }: SaleReason, state: PublicationState) =>
  state !== 'active' || (kind !== 'rejected' && kind !== 'out_of_stock');

/** A code leaves room for the account beside it; the whole one is in the title. */
const shorten = (code: string) => (code.length > 18 ? `${code.slice(0, 17)}…` : code);

/** A publication in one line: why it does not sell or else its state, its account, and problems. */
export function PublicationPresence({ publication }: { publication: Presence }) {
  const { t } = useTranslation('advertisements');
  const reasonText = useReasonText();
  const { account, state, faulty, reasons } = publication;
  const [reason] = reasons.filter((one) => isOff(one, state));
  const all = [t(`states.${state}`), ...reasons.map(reasonText)].join(' · ');
  return (
    <span className={`${cells.line} ${cells.wraps}`} title={all}>
      {reason ? (
        <StateBadge
          {...badgeOf(state, reason.kind)}
          // A reason that is not known to us is shown in the marketplace's own word.
          label={(reason.kind === 'other' && shorten(reason.code)) || t(`notSelling.short.${reason.kind}`)}
        />
      ) : (
        <PublicationBadge state={state} />
      )}
      <span className={`${cells.cut} ${cells.small}`}>{account.name}</span>
      {faulty && (
        <span role="img" aria-label={t('list.faulty')} title={t('list.faulty')} className={cells.line}>
          <IconAlertTriangle size={16} aria-hidden color="var(--mantine-color-error)" />
        </span>
      )}
    </span>
  );
}
