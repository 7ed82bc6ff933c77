import { unclear } from '#contract/figures.ts';
import { useTranslation } from '../../i18n.ts';
import { formatDecimal, isNegative, parseQuantity, printDecimal } from '../../quantity.ts';
import type { FieldProps } from '../bindings.ts';
import { TextualField } from './TextualField.tsx';

type NumberFieldProps = FieldProps<number | null> & {
  /** Decimal places; 0 by default. */
  decimals?: number;
  /** The limits and the width of a step by arrow keys; the schema checks typed values. */
  min?: number;
  max?: number;
  step?: number;
  onEnter?: () => void;
  /** Unit after the number: `kg`, `cm`. */
  unit?: string;
};

/** From this many decimals on, `1.234` may be a number with thousands or with decimals: no thousands are printed. */
const unclearDecimals = 3;

const isUnknown = (value: number | null): value is null => value === null || Number.isNaN(value);

/** A number with the separators of either language; null if empty, NaN if it is not clearly a number. */
export function NumberField({ decimals = 0, unit, min = 0, max, step = 1, ...rest }: NumberFieldProps) {
  const { t } = useTranslation(['ui', 'fields']);
  const parse = (text: string) => {
    if (text.trim() === '') return null;
    const value = parseQuantity(text, decimals);
    return typeof value === 'number' ? value : Number.NaN;
  };
  const printed = decimals < unclearDecimals ? formatDecimal : printDecimal;
  const fault = (text: string) => {
    if (!Number.isNaN(parse(text))) return undefined;
    if (min >= 0 && isNegative(text)) return t('field.zeroOrMore');
    if (parseQuantity(text, decimals) !== unclear)
      return t(decimals > 0 ? 'fields:not_a_number' : 'fields:not_whole');
    const digits = Number(text.replace(/[.,]/g, ''));
    return t('field.figureUnclear', {
      large: printDecimal(digits, 0),
      small: printDecimal(digits / 10 ** unclearDecimals, unclearDecimals),
    });
  };
  const stepped = (value: number | null, up: boolean) =>
    Math.min(
      max ?? Number.MAX_SAFE_INTEGER,
      Math.max(min, (isUnknown(value) ? 0 : value) + (up ? step : -step)),
    );
  return (
    <TextualField
      {...rest}
      parse={parse}
      print={(value) => (isUnknown(value) ? '' : printed(value, decimals))}
      fault={fault}
      {...(decimals === 0 && { step: stepped })}
      suffix={unit}
      align={decimals > 0 ? 'right' : undefined}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
    />
  );
}
