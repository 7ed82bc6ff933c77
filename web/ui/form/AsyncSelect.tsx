import { Loader, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import type { AnyEndpoint, ResponseOf } from '#contract/endpoint.ts';
import { readScan } from '#contract/inventory/scanned-code.ts';
import { call, Failure } from '../../api.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import type { FieldProps } from '../bindings.ts';
import { useAffixes } from '../scan/affixes.ts';
import { play } from '../scan/sounds.ts';

/** A related record; the form submits its id. */
export type Reference = { id: number; name: string };
type ItemOf<E extends AnyEndpoint> = ResponseOf<E> extends { items: (infer I)[] } ? I : never;

type AsyncSelectProps<E extends AnyEndpoint> = FieldProps<Reference | null> & {
  /** A list endpoint; the typed text becomes its `query`. */
  endpoint: E;
  /** A filter that always applies, e.g. `active:yes`. */
  always?: string;
  /** Parameters of the endpoint's path. */
  params?: Record<string, string | number>;
  /** How an item is shown; `{ id, name }` by default. */
  option?: (item: ItemOf<E>) => Shown;
  /** Called with the complete item as well. */
  onPick?: (item: ItemOf<E> | null) => void;
  clearable?: boolean;
  /** Preselects the record if there is only one. */
  pickOnly?: boolean;
  /** The filter field with the complete code, to find it among many that contain it. */
  codeField?: string;
  /** Accepts scanned codes: Enter selects the record with exactly this code and calls this. */
  onExact?: () => void;
  /** Says what a scanned code is that the list does not have. */
  whatIs?: (code: string) => Promise<string | null>;
  ref?: Ref<HTMLInputElement>;
};

type Shown = Reference & { hint?: string };
const asReference = (item: unknown) => item as Shown;

type CodeReader<E extends AnyEndpoint> = AsyncSelectProps<E> & {
  option: (item: ItemOf<E>) => Shown;
  setText: (text: string) => void;
  /** Hides the list, which would cover the message about the code. */
  close: () => void;
};

/** A scanned code is requested at once and in full, independent of the visible list. */
function useReadCode<E extends AnyEndpoint>(props: CodeReader<E>) {
  const { endpoint, params, always, option, codeField, value, onChange, onPick, onExact, setText, close } =
    props;
  const { t } = useTranslation();
  const [affixes] = useAffixes();
  const [problem, setProblem] = useState<string | null>(null);
  const refuse = (reason: string) => {
    setProblem(reason);
    close();
    play('bad');
  };
  const find = async (code: string): Promise<ItemOf<E> | undefined> => {
    const quoted = `"${code.replaceAll('"', '')}"`;
    const named = codeField ? `${codeField}:${quoted}` : quoted;
    const query = { size: '20', query: [always, named].filter(Boolean).join(' ') };
    const answer = await call<AnyEndpoint>(endpoint, { params, query });
    const { items } = answer as { items: ItemOf<E>[] };
    return items.find((item) => option(item).name.toUpperCase() === code.toUpperCase());
  };
  const read = async (text: string): Promise<void> => {
    const { code } = readScan(text, affixes);
    try {
      const item = await find(code);
      setText(item ? option(item).name : '');
      if (!item) return refuse((await props.whatIs?.(code)) ?? t('field.unknownCode', { code }));
      setProblem(null);
      close();
      const { id, name } = option(item);
      onChange({ id, name });
      onPick?.(item);
      onExact?.();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refuse(reasonOf(error));
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const code = event.currentTarget.value.trim();
    const isChoosing = event.currentTarget.getAttribute('aria-activedescendant') !== null;
    if (!onExact || event.key !== 'Enter' || code === '' || isChoosing) return;
    event.preventDefault();
    const input = event.currentTarget;
    // If it cannot continue, the next code replaces this one.
    const select = () => requestAnimationFrame(() => input.select());
    if (code !== value?.name) return void read(code).then(select);
    setProblem(null);
    close();
    select();
    input.form?.requestSubmit();
  };
  return { problem, onKeyDown };
}

/** Selects a record by searching a list endpoint while the reader types. */
export function AsyncSelect<E extends AnyEndpoint>(props: AsyncSelectProps<E>) {
  const {
    endpoint,
    always,
    params,
    option = asReference,
    onPick,
    clearable,
    onExact,
    codeField: _code,
    pickOnly: _,
    value,
    onChange,
    ...rest
  } = props;
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [opened, setOpened] = useState(false);
  const [words] = useDebouncedValue(text === value?.name ? '' : text, 200);
  const query = { size: '20', query: [always, words.trim()].filter(Boolean).join(' ') || undefined };
  const found = useApi<AnyEndpoint>(endpoint, { params, query }, { enabled: opened });
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
  const only = useApi<AnyEndpoint>(
    endpoint,
    { params, query: { size: '2', query: always } },
    { enabled: props.pickOnly === true && value === null },
  );
  const picked = useRef(false);
  useEffect(() => {
    const { items: all = [] } = (only.data as { items: ItemOf<E>[] } | undefined) ?? {};
    const [first] = all;
    if (!props.pickOnly || picked.current || value !== null || !first || all.length !== 1) return;
    picked.current = true;
    const { id, name } = option(first);
    onChange({ id, name });
    onPick?.(first);
  });
  const code = useReadCode({ ...props, option, setText, close: () => setOpened(false) });
  return (
    <Select
      {...rest}
      data-field={rest.name}
      error={code.problem ?? rest.error}
      onKeyDown={code.onKeyDown}
      placeholder={rest.placeholder ?? t('field.typeToSearch')}
      searchable
      data={data}
      // The server has already filtered, including accents, order and synonyms.
      filter={({ options }) => options}
      value={value ? String(value.id) : null}
      searchValue={text}
      onSearchChange={setText}
      onChange={pick}
      // Where codes are scanned, the list opens only on typing or a press, so that it covers nothing.
      openOnFocus={!onExact}
      dropdownOpened={opened}
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
