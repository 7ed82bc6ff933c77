import type { Day } from '#contract/dates.ts';
import type { LotFields as LotBody } from '#contract/inventory/batch.ts';
import { useTranslation } from '../../i18n.ts';
import type { Binding } from '../../ui/bindings.ts';
import { DayField } from '../../ui/form/DayField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';

export type LotValues = { code: string; expiresOn: Day | null };
export const noLot: LotValues = { code: '', expiresOn: null };

/** The lot in a body; left out if nothing was typed. */
export const lotBody = ({ code, expiresOn }: LotValues): { lot?: LotBody } =>
  code.trim() || expiresOn ? { lot: { code, expiresOn: expiresOn ?? '' } } : {};

type LotFieldsProps = { code: Binding<string>; day: Binding<Day | null>; size?: 'floor' };

/** Code and last day of a lot, as printed on the goods. */
export function LotFields({ code, day, size }: LotFieldsProps) {
  const { t } = useTranslation('inventory');
  return (
    <>
      <TextField {...code} size={size} label={t('lots.code')} maxLength={40} required />
      <DayField {...day} size={size} label={t('lots.expires')} required />
    </>
  );
}
