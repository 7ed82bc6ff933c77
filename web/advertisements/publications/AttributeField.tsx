import { Autocomplete, Group, MultiSelect } from '@mantine/core';
import { useState } from 'react';
import type { CategoryAttribute } from '#contract/marketplaces/marketplace-category.ts';
import { useTranslation } from '../../i18n.ts';
import type { FieldLook } from '../../ui/bindings.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TagsField } from '../../ui/form/TagsField.tsx';
import type { Chosen } from './publish-values.ts';

export type AttributeFieldProps = FieldLook & {
  attribute: CategoryAttribute;
  value: readonly Chosen[];
  onChange: (value: Chosen[]) => void;
  error?: string;
};

/**
 * One attribute of a category with the input of its type: select, text with suggestions, measure, or several values.
 */
export function AttributeField({ attribute, value: chosen, onChange, ...rest }: AttributeFieldProps) {
  const { name, valueType, values, mostValues = 1 } = attribute;
  const [value] = chosen;
  const fieldProps = { label: name, required: attribute.required, ...rest };
  const say = (valueId: string | null, valueName: string) => onChange([{ name, valueId, valueName }]);
  if (mostValues > 1)
    return <SeveralField {...fieldProps} attribute={attribute} value={chosen} onChange={onChange} />;
  if ((valueType === 'list' || valueType === 'boolean') && values.length > 0) {
    const said = value?.valueName ?? '';
    const known = value?.valueId ?? values.find((option) => option.name === said)?.id;
    // A value that the marketplace accepted as text is in no list.
    const options = known || !said ? values : [{ id: said, name: said }, ...values];
    return (
      <SelectField
        {...fieldProps}
        value={known ?? (said || null)}
        options={options.map((option) => ({ value: option.id, label: option.name }))}
        onChange={(id) => {
          const option = values.find((candidate) => candidate.id === id);
          say(option?.id ?? null, option?.name ?? id ?? '');
        }}
        clearable
        searchable
      />
    );
  }
  if (valueType === 'number_unit' && attribute.units.length > 0)
    return <MeasureField {...fieldProps} attribute={attribute} value={chosen} onChange={onChange} />;
  return (
    <Autocomplete
      label={fieldProps.label}
      aria-label={fieldProps['aria-label']}
      required={fieldProps.required}
      error={rest.error}
      size={rest.size}
      disabled={rest.disabled}
      value={value?.valueName ?? ''}
      data={[...new Set(values.map((option) => option.name))]}
      limit={30}
      maxLength={attribute.maxLength ?? 255}
      inputMode={valueType === 'number' ? 'decimal' : undefined}
      onChange={(text) => say(values.find((option) => option.name === text)?.id ?? null, text)}
    />
  );
}

/** Several values of a list; other values can be typed if they are accepted. */
function SeveralField({ attribute, value, onChange, ...fieldProps }: AttributeFieldProps) {
  const { t } = useTranslation();
  const { name, valueType, values, units, defaultUnit, mostValues } = attribute;
  const labelOf = ({ valueId, valueName }: Chosen) =>
    values.find(({ id }) => id === valueId)?.name ?? valueName;
  const labels = value.map(labelOf);
  const options = [...new Set([...values.map((option) => option.name), ...labels])];
  const chosenFrom = (label: string): Chosen => {
    const known = values.find((option) => option.name === label);
    const isWhole = known || units.length === 0 || units.some((unit) => label.endsWith(` ${unit}`));
    return { name, valueId: known?.id ?? null, valueName: isWhole ? label : `${label} ${defaultUnit}` };
  };
  const say = (next: string[]) =>
    onChange(next.map((label) => value.find((one) => labelOf(one) === label) ?? chosenFrom(label)));
  if (valueType !== 'list')
    return (
      <TagsField {...fieldProps} value={labels} onChange={say} suggestions={options} maxTags={mostValues} />
    );
  return (
    <MultiSelect
      {...fieldProps}
      value={labels}
      onChange={say}
      data={options}
      maxValues={mostValues}
      clearable
      clearButtonProps={{ 'aria-label': t('field.clear') }}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('field.nothingFound')}
    />
  );
}

/** `350 mL`: a number and one of the accepted units. */
function MeasureField({ attribute, value: [value], onChange, label, ...rest }: AttributeFieldProps) {
  const match = /^([\d.]+) (.+)$/.exec(value?.valueName ?? '');
  const figure = match ? Number(match[1]) : null;
  const unit = match?.[2] ?? attribute.defaultUnit ?? attribute.units[0] ?? '';
  // A text that is no number stays in the field, with what is wrong with it, and is no value.
  const [isUnread, setUnread] = useState(false);
  const say = (next: number | null, nextUnit: string) => {
    setUnread(Number.isNaN(next));
    onChange([
      {
        name: attribute.name,
        valueId: null,
        valueName: next === null || Number.isNaN(next) ? '' : `${next} ${nextUnit}`,
      },
    ]);
  };
  return (
    <Group gap={4} wrap="nowrap" align="end">
      <NumberField
        {...rest}
        label={label}
        decimals={2}
        value={isUnread ? Number.NaN : figure}
        onChange={(next) => say(next, unit)}
      />
      {attribute.units.length > 1 && (
        <SelectField
          aria-label={`${label}: ${unit}`}
          value={unit}
          options={attribute.units.map((option) => ({ value: option, label: option }))}
          onChange={(next) => say(figure, next ?? unit)}
          searchable={false}
        />
      )}
    </Group>
  );
}
