import {
  PasswordInput as MantinePassword,
  NumberInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { HTMLInputAutoCompleteAttribute } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from './bindings.ts';

type TextFieldProps = FieldProps<string> & {
  type?: 'text' | 'email' | 'tel' | 'url';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  maxLength?: number;
  inputMode?: 'text' | 'numeric' | 'email' | 'tel';
};

export function TextField({ onChange, ...rest }: TextFieldProps) {
  return <TextInput {...rest} onChange={(event) => onChange(event.currentTarget.value)} />;
}

/** Text of several lines, growing with its content. */
export function NotesField({
  onChange,
  rows = 3,
  ...rest
}: FieldProps<string> & { rows?: number; maxLength?: number }) {
  return (
    <Textarea
      {...rest}
      autosize
      minRows={rows}
      maxRows={16}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type PasswordFieldProps = FieldProps<string> & { autoComplete: 'current-password' | 'new-password' };

export function PasswordField({ onChange, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <MantinePassword
      {...rest}
      visibilityToggleButtonProps={{ 'aria-label': t('form.showPassword'), tabIndex: 0 }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

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

export type Option<V extends string = string> = { value: V; label: string; disabled?: boolean };

type SelectFieldProps<V extends string> = FieldProps<V | null> & {
  options: readonly Option<V>[];
  /** Offers to empty the field. */
  clearable?: boolean;
  searchable?: boolean;
};

/** One of a few known options; for records of a list endpoint use `AsyncSelect`. */
export function SelectField<V extends string>({
  options,
  onChange,
  clearable,
  searchable,
  ...rest
}: SelectFieldProps<V>) {
  const { t } = useTranslation();
  return (
    <Select
      {...rest}
      data={options.map((option) => ({ ...option }))}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': t('field.clear') }}
      searchable={searchable ?? options.length > 12}
      nothingFoundMessage={t('field.nothingFound')}
      onChange={(next) => onChange(options.find((option) => option.value === next)?.value ?? null)}
    />
  );
}

type TagsFieldProps = FieldProps<string[]> & { suggestions?: readonly string[]; maxTags?: number };

export function TagsField({ onChange, suggestions = [], placeholder, ...rest }: TagsFieldProps) {
  const { t } = useTranslation();
  return (
    <TagsInput
      {...rest}
      data={[...suggestions]}
      placeholder={rest.value.length === 0 ? (placeholder ?? t('field.tagsHint')) : undefined}
      splitChars={[',', ';']}
      onChange={onChange}
    />
  );
}

export function SwitchField({
  value,
  onChange,
  required: _required,
  readOnly,
  placeholder: _placeholder,
  ...rest
}: FieldProps<boolean>) {
  return (
    <Switch
      {...rest}
      disabled={rest.disabled || readOnly}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
