import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { figureSeparators } from '../../quantity.ts';
import type { FieldProps } from '../bindings.ts';

type NumberFieldProps = FieldProps<number | null> & {
  /** Decimal places; 0 by default. */
  decimals?: number;
  min?: number;
  max?: number;
  step?: number;
  /** Unit after the number: `kg`, `cm`. */
  unit?: string;
};

function numberOf(text: string | number): number | null {
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

/** A number in the notation of the reader's language; null if empty. */
export function NumberField({ value, onChange, decimals = 0, unit, min = 0, ...rest }: NumberFieldProps) {
  const { decimal, thousand } = figureSeparators();
  // Keeps the typed text while it has the same value: `0,` and `0,4` may become `0,42`.
  const [typed, setTyped] = useState<string | number>(value ?? '');
  return (
    <NumberInput
      {...rest}
      min={min}
      value={numberOf(typed) === value ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next);
        onChange(numberOf(next));
      }}
      decimalScale={decimals}
      allowDecimal={decimals > 0}
      allowNegative={min < 0}
      decimalSeparator={decimal}
      thousandSeparator={thousand}
      suffix={unit && ` ${unit}`}
      clampBehavior="none"
      hideControls={decimals > 0}
      styles={decimals > 0 ? { input: { textAlign: 'right' } } : undefined}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
    />
  );
}
