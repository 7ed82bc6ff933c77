import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFilterOff, IconSearch } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import type { ListState } from '../table/list-state.ts';
import classes from './FilterBar.module.css';
import { FilterChip, WrittenChip } from './FilterChip.tsx';
import type { FilterControl } from './filter-control.ts';

type FilterBarProps = {
  list: ListState;
  controls?: readonly FilterControl[];
  placeholder?: string;
  /** For lists without text search. */
  wordless?: boolean;
  /** Fields whose value is shown by the screen itself, such as by its tabs. */
  shown?: readonly string[];
};

/**
 * Search field and one chip per filter field; both edit the text filter in the address. A field without a control, which
 * a link has filtered by, has a chip that says so and can be removed.
 */
export function FilterBar({
  list,
  controls = [],
  placeholder,
  wordless = false,
  shown = [],
}: FilterBarProps) {
  const { t } = useTranslation();
  const known = [...shown, ...controls.map(({ field }) => field)];
  const others = Object.keys(list.values).filter((field) => !known.includes(field));
  const chips = [
    ...controls.map((control) => <FilterChip key={control.field} control={control} list={list} />),
    ...others.map((field) => <WrittenChip key={field} field={field} list={list} />),
  ];
  return (
    <search className={classes.bar}>
      {!wordless && <SearchBox list={list} placeholder={placeholder ?? t('filter.search')} />}
      <div className={classes.chips}>
        {chips.slice(0, -1)}
        {/* The button wraps together with a chip and is never alone on a line. */}
        <div className={classes.last}>
          {chips.at(-1)}
          {/* Words are cleared in their field: typing them adds no button that could wrap the bar and move the list. */}
          {Object.keys(list.values).length > 0 && (
            <ActionIcon
              size={36}
              aria-label={t('table.clearFilters')}
              title={t('table.clearFilters')}
              className={classes.clear}
              onClick={list.clear}
            >
              <IconFilterOff size={18} aria-hidden />
            </ActionIcon>
          )}
        </div>
      </div>
      {list.leftOut.length > 0 && (
        <div role="status" className={classes.fault}>
          {t('filter.leftOut', { parts: list.leftOut.join(' ') })}{' '}
          <button type="button" className={classes.drop} onClick={list.dropLeftOut}>
            {t('filter.dropLeftOut')}
          </button>
        </div>
      )}
    </search>
  );
}

function SearchBox({ list, placeholder }: { list: ListState; placeholder: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState(list.words);
  const send = useDebouncedCallback(list.setWords, 250);
  // The address was changed by back, a link or "clear".
  useEffect(() => setText(list.words), [list.words]);
  const type = (words: string) => {
    setText(words);
    send(words);
  };
  return (
    <TextInput
      className={classes.search}
      style={{ '--letters': placeholder.length } as CSSProperties}
      type="search"
      aria-label={placeholder}
      placeholder={placeholder}
      title={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text && <CloseButton size="sm" aria-label={t('act.clear')} onClick={() => type('')} />}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
