import { NumberInput } from '@mantine/core';
import type { FieldProps } from './bindings.ts';

type NumberFieldProps = FieldProps<number | null> & {
  /** Digits after the comma; 0 by default. */
  decimals?: number;
  min?: number;
  max?: number;
  step?: number;
  /** Unit after the figure: `kg`, `cm`. */
  unit?: string;
};

/** A number in the Brazilian way of writing; null while empty. */
export function NumberField({ value, onChange, decimals = 0, unit, min = 0, ...rest }: NumberFieldProps) {
  return (
    <NumberInput
      {...rest}
      min={min}
      value={value ?? ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
      decimalScale={decimals}
      allowDecimal={decimals > 0}
      allowNegative={min < 0}
      decimalSeparator=","
      thousandSeparator="."
      suffix={unit && ` ${unit}`}
      clampBehavior="none"
      hideControls={decimals > 0}
      styles={decimals > 0 ? { input: { textAlign: 'right' } } : undefined}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
    />
  );
}
