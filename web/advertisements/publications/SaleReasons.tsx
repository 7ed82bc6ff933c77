import { List, Text } from '@mantine/core';
import type { ListedPublication } from '#contract/advertisements/publication.ts';
import type { SaleReason } from '#contract/advertisements/sale-reason.ts';
import { formatInstant } from '#contract/dates.ts';
import { useTranslation } from '../../i18n.ts';

/** The marketplace's own words: its explanation, or the code that we do not know. */
const ownWords = ({ kind, code, message }: SaleReason) => message || (kind === 'other' ? code : '');

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A reason in one line: ours, or the marketplace's if it is not known to us. */
export function useReasonText(): (reason: SaleReason) => string {
  const { t } = useTranslation('advertisements');
  return (reason) =>
    reason.kind === 'other'
      ? ownWords(reason) || t('notSelling.kinds.other')
      : t(`notSelling.kinds.${reason.kind}`);
}

type SaleReasonsProps = {
  publication: Pick<ListedPublication, 'reasons'>;
  /** The marketplace ships it from its own warehouse: our stock does not put it on sale. */
  fulfilled?: boolean;
};

/** Why a publication does not sell, and what to do about each reason. What the notice of errors says is left out. */
export function SaleReasons({ publication, fulfilled = false }: SaleReasonsProps) {
  const { t } = useTranslation('advertisements');
  const nextOf = (kind: SaleReason['kind']) =>
    kind === 'out_of_stock' && fulfilled ? t('notSelling.sendUnits') : t(`notSelling.next.${kind}`);
  const reasons = publication.reasons.filter(({ kind }) => kind !== 'rejected');
  if (reasons.length === 0) return null;
  return (
    <List size="sm" spacing={4} listStyleType="none" aria-label={t('notSelling.title')}>
      {reasons.map((reason) => (
        <List.Item key={`${reason.kind} ${reason.code} ${reason.message}`}>
          <Text span inherit fw={600}>
            {t(`notSelling.kinds.${reason.kind}`)}.
          </Text>{' '}
          {ownWords(reason) && `${t('notSelling.theirs', { text: asSentence(ownWords(reason)) })} `}
          {asSentence(reason.remedy || nextOf(reason.kind))}
          {reason.due && ` ${t('notSelling.due', { at: formatInstant(reason.due) })}`}
        </List.Item>
      ))}
    </List>
  );
}
