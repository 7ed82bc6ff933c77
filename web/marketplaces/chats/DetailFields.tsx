import type { ChatAction, DecisionDetails } from '#contract/marketplaces/chat.ts';
import type { ClaimDetail } from '#contract/marketplaces/chat-states.ts';
import { useTranslation } from '../../i18n.ts';
import { DayField } from '../../ui/form/DayField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';

export type DetailValues = Partial<Record<ClaimDetail, string | null>>;

/** Without empty values. */
export const givenDetails = (details: DetailValues): DecisionDetails =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value));

const lengths = { carrier: 80, trackingCode: 60, receiver: 120 };

type DetailFieldsProps = {
  details: DetailValues;
  asks: ChatAction['asks'];
  errors: Readonly<Record<string, string | undefined>>;
  change: (details: DetailValues) => void;
};

/** Additional input of an act on a claim: days, carrier, tracking code, receiver. */
export function DetailFields({ details, asks, errors, change }: DetailFieldsProps) {
  const { t } = useTranslation('marketplaces');
  return asks.map(({ detail, required }) => {
    const shared = {
      label: t(`chats.details.${detail}`),
      required,
      error: errors[`details.${detail}`],
    };
    return detail === 'carrier' || detail === 'trackingCode' || detail === 'receiver' ? (
      <TextField
        key={detail}
        {...shared}
        value={details[detail] ?? ''}
        onChange={(value) => change({ ...details, [detail]: value })}
        maxLength={lengths[detail]}
      />
    ) : (
      <DayField
        key={detail}
        {...shared}
        value={details[detail] ?? null}
        onChange={(value) => change({ ...details, [detail]: value })}
      />
    );
  });
}
