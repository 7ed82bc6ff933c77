import { Select } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import type { FieldProps } from '../bindings.ts';

export type Option<V extends string = string> = { value: V; label: string; disabled?: boolean };

type SelectFieldProps<V extends string> = FieldProps<V | null> & {
  options: readonly Option<V>[];
  /** Can be emptied. */
  clearable?: boolean;
  searchable?: boolean;
};

/** One of a few known options; records of a list endpoint use `AsyncSelect`. */
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
      data-field={rest.name}
      data={options.map((option) => ({ ...option }))}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': t('field.clear') }}
      searchable={searchable ?? options.length > 12}
      nothingFoundMessage={t('field.nothingFound')}
      onChange={(next) => onChange(options.find((option) => option.value === next)?.value ?? null)}
    />
  );
}
