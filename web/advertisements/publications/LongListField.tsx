import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { api } from '#contract/index.ts';
import { findListed } from '#contract/marketplaces/listed-value.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import type { AttributeFieldProps } from './AttributeField.tsx';
import type { Chosen } from './publish-values.ts';

type LongListFieldProps = AttributeFieldProps & {
  account: number;
  category: string;
  /** A text was searched: the listed value of this name, or none and the text that is missing. */
  onSearched: (chosen: Chosen[], missing: string | null) => void;
};

/** Selects from a list that is too long to be loaded; a proposed text is searched in it at once. */
export function LongListField({
  attribute,
  value: [value],
  onChange,
  account,
  category,
  onSearched,
  ...rest
}: LongListFieldProps) {
  const { t } = useTranslation();
  const { name, values, required } = attribute;
  const [text, setText] = useState('');
  const [words] = useDebouncedValue(text === value?.valueName ? '' : text.trim(), 200);
  const proposal = value?.valueId === null ? value.valueName.trim() : '';
  const params = { account, id: category, attribute: attribute.id };
  const search = (query: string) => ({ params, query: { text: query } });
  const searched = useApi(api.marketplacesCategories.values, search(proposal), { enabled: proposal !== '' });
  const found = useApi(api.marketplacesCategories.values, search(words), { enabled: words !== '' });
  useEffect(() => {
    if (proposal === '' || !searched.data) return;
    const known = findListed(searched.data.items, proposal);
    onSearched(known ? [{ name, valueId: known.id, valueName: known.name }] : [], known ? null : proposal);
  });
  const offered = words === '' ? values : (found.data?.items ?? []);
  const chosen = value?.valueId ?? null;
  const shown = value?.valueName ? [{ id: chosen ?? value.valueName, name: value.valueName }] : [];
  const options = [...shown, ...offered.filter(({ id }) => id !== shown[0]?.id)];
  const isSearching = searched.isFetching || found.isFetching;
  return (
    <Select
      {...rest}
      label={name}
      required={required}
      data={options.map((option) => ({ value: option.id, label: option.name }))}
      value={shown[0]?.id ?? null}
      onChange={(id) => {
        const option = options.find((one) => one.id === id);
        onChange(option ? [{ name, valueId: option.id, valueName: option.name }] : []);
      }}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The server has already filtered, without accents and case.
      filter={({ options: all }) => all}
      placeholder={t('field.typeToSearch')}
      clearable
      clearButtonProps={{ 'aria-label': t('field.clear') }}
      rightSection={isSearching ? <Loader size={14} /> : undefined}
      nothingFoundMessage={isSearching ? t('field.searching') : t('field.nothingFound')}
    />
  );
}
