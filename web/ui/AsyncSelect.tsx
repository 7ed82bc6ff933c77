import { Loader, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { EndpointDefinition, ResponseOf } from '#contract/endpoint.ts';
import { useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';
import type { FieldProps } from './bindings.ts';

/** A related record as it goes out; it comes in as its id. */
export type Reference = { id: number; name: string };
type ItemOf<E extends EndpointDefinition> = ResponseOf<E> extends { items: (infer I)[] } ? I : never;

type AsyncSelectProps<E extends EndpointDefinition> = FieldProps<Reference | null> & {
  /** A list endpoint; what is typed becomes its `query`. */
  endpoint: E;
  /** Filter that always holds, e.g. `active:yes`. */
  always?: string;
  /** Parameters of the endpoint's path. */
  params?: Record<string, string | number>;
  /** How an item shows; `{ id, name }` by default. */
  option?: (item: ItemOf<E>) => Shown;
  /** Called with the whole item as well. */
  onPick?: (item: ItemOf<E> | null) => void;
  clearable?: boolean;
};

type Shown = Reference & { hint?: string };
const asReference = (item: unknown) => item as Shown;

/** Picks one record by searching a list endpoint as the reader types. */
export function AsyncSelect<E extends EndpointDefinition>(props: AsyncSelectProps<E>) {
  const {
    endpoint,
    always,
    params,
    option = asReference,
    onPick,
    clearable,
    value,
    onChange,
    ...rest
  } = props;
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [opened, setOpened] = useState(false);
  const [words] = useDebouncedValue(text === value?.name ? '' : text, 200);
  const query = { size: '20', query: [always, words.trim()].filter(Boolean).join(' ') || undefined };
  const found = useApi<EndpointDefinition>(endpoint, { params, query }, { enabled: opened });
  const items = ((found.data as { items: ItemOf<E>[] } | undefined)?.items ?? []).map((item) => ({
    ...option(item),
    item,
  }));
  const data = items.map(({ id, name }) => ({ value: String(id), label: name }));
  if (value && !data.some((entry) => entry.value === String(value.id)))
    data.unshift({ value: String(value.id), label: value.name });

  const pick = (id: string | null) => {
    const chosen = items.find((entry) => String(entry.id) === id);
    if (id !== null && !chosen) return;
    onChange(chosen ? { id: chosen.id, name: chosen.name } : null);
    onPick?.(chosen?.item ?? null);
  };
  return (
    <Select
      {...rest}
      data-field={rest.name}
      placeholder={rest.placeholder ?? t('field.typeToSearch')}
      searchable
      data={data}
      // The server has already filtered: accents, order and synonyms are its concern.
      filter={({ options }) => options}
      value={value ? String(value.id) : null}
      searchValue={text}
      onSearchChange={setText}
      onChange={pick}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': t('field.clear') }}
      rightSection={found.isFetching ? <Loader size={14} /> : undefined}
      nothingFoundMessage={found.isFetching ? t('field.searching') : t('field.nothingFound')}
      renderOption={({ option: shown }) => {
        const hint = items.find((entry) => String(entry.id) === shown.value)?.hint;
        return (
          <span>
            {shown.label}
            {hint && (
              <Text span size="xs" c="dimmed" ml={6}>
                {hint}
              </Text>
            )}
          </span>
        );
      }}
    />
  );
}
