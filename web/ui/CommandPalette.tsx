import { useTranslation } from '../i18n.ts';
import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconArrowRight, IconBarcode, IconBolt, IconSearch } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { readScan } from '#contract/inventory/scanned-code.ts';
import type { Page } from '#contract/primitives.ts';
import type { Href } from '../paths.ts';
import { queryClient, queryFor } from '../queries.ts';
import classes from './CommandPalette.module.css';
import { useGo } from './page/navigation.tsx';
import { useAffixes } from './scan/affixes.ts';
import { isCode } from './scan/keys.ts';
import { takeTyped, typeInto } from './typed-ahead.ts';

export type PaletteScreen = { key: string; label: string; group: string; to: Href };

export type PaletteEntry = {
  id: number | string;
  label: string;
  hint?: string;
  to: Href;
  /** True if the search is a complete number or code of the entry, which then comes first. */
  exact?: boolean;
};

/** Records that the palette finds: a list endpoint, and how one of its items is shown. */
export type PaletteRecords = {
  key: string;
  label: string;
  endpoint: AnyEndpoint;
  /** The filter for the list, if it is not the search text itself. */
  queryOf?: (words: string) => string;
  entry: (item: unknown, words: string) => PaletteEntry;
};

type Props = {
  screens: readonly PaletteScreen[];
  acts: readonly PaletteScreen[];
  records: readonly PaletteRecords[];
  /** Incremented for each request to open the palette. */
  asked: number;
  /** Codes of goods, shelves and labels can be typed or scanned here as well. */
  onCode: (code: string) => void;
};

const [paletteStore, palette] = createSpotlight();

/** Ctrl-K: the screens that the reader may open, the acts that they may start, and records of the lists. */
export default function CommandPalette({ screens, acts, records, asked, onCode }: Props) {
  const { t } = useTranslation();
  const go = useGo();
  const [text, setText] = useState('');
  const [words] = useDebouncedValue(text.trim(), 200);
  useEffect(() => {
    if (asked > 0) palette.open();
  }, [asked]);
  const found = useQueries(
    {
      queries: records.map((record) => ({
        ...queryFor<AnyEndpoint>(record.endpoint, {
          query: { query: record.queryOf?.(words) ?? words, size: String(askedFor(words)) },
        }),
        enabled: words.length >= 2,
      })),
    },
    queryClient,
  );
  // Says *no results* only after every search has answered.
  const isFormer = text.trim() !== words;
  const searching = text.trim().length >= 2 && (isFormer || found.some((one) => one.isFetching));
  // A list is shown after those before it have answered, so that nothing is inserted above visible entries.
  const answered = found.findIndex((one) => one.isPending);
  const isAsked = words.length >= 2 && !isFormer;
  const groups = (isAsked ? records.slice(0, answered < 0 ? undefined : answered) : [])
    .map((record, index) => ({
      ...record,
      entries: exactFirst(
        ((found[index]?.data as Page<unknown> | undefined)?.items ?? []).map((item) =>
          record.entry(item, words),
        ),
        ({ exact }) => exact,
      ).slice(0, shownOfEach),
    }))
    .filter(({ entries }) => entries.length > 0);
  const recordActions = exactFirst(groups, ({ entries }) => entries[0]?.exact).map(
    ({ key, label: group, entries }) => ({
      group,
      actions: entries.map(
        ({ id, label, hint, to }): Entry => ({
          id: `${key}-${id}`,
          label,
          description: hint,
          onClick: () => go(to),
        }),
      ),
    }),
  );
  const actionsOf = (all: readonly PaletteScreen[], most: number, leftSection: ReactNode) =>
    all
      .filter((one) => matches(`${one.group} ${one.label}`, text))
      .slice(0, most)
      .map(
        (one): Entry => ({
          id: one.key,
          label: one.label,
          description: one.group,
          leftSection,
          onClick: () => go(one.to),
        }),
      );
  const screenActions = actionsOf(screens, text ? 6 : 12, <IconArrowRight size={16} aria-hidden />);
  const actActions = text ? actionsOf(acts, 6, <IconBolt size={16} aria-hidden />) : [];
  const codeActions = useCode(text.trim(), onCode);
  const shown = [
    ...(screenActions.length > 0 ? [{ group: t('palette.screens'), actions: screenActions }] : []),
    ...(actActions.length > 0 ? [{ group: t('palette.acts'), actions: actActions }] : []),
    ...recordActions,
    // Waits for the lists, because their results come first.
    ...(codeActions.length > 0 && !searching ? [{ group: t('scan.anywhere'), actions: codeActions }] : []),
  ];
  const first = text.trim() ? shown[0]?.actions[0] : undefined;
  if (first) first.className = classes.first;
  const onKeyDown = useFirst(first, searching);
  return (
    <Spotlight
      store={paletteStore}
      shortcut={null}
      query={text}
      onQueryChange={setText}
      filter={(_, actions) => actions}
      clearQueryOnClose
      overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
      classNames={{ action: classes.action }}
      scrollable
      maxHeight={420}
      actions={shown}
      nothingFound={searching ? t('field.searching') : t('palette.nothing', { text })}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
        onFocus: ({ currentTarget }) => typeInto(currentTarget, takeTyped()),
        onKeyDown,
      }}
    />
  );
}

type Entry = {
  id: string;
  label: string;
  description?: string | undefined;
  className?: string | undefined;
  leftSection?: ReactNode;
  onClick: () => void;
};

/** Enter looks up a code that no list knows: a volume, a location, a tote, a label. */
function useCode(text: string, onCode: (code: string) => void): Entry[] {
  const { t } = useTranslation();
  const [affixes] = useAffixes();
  if (!isCode(text) || text.includes(' ')) return [];
  const { code } = readScan(text, affixes);
  const leftSection = <IconBarcode size={16} aria-hidden />;
  return [{ id: 'code', label: t('palette.code', { code }), leftSection, onClick: () => onCode(code) }];
}

/**
 * The library selects the first entry on input; records arrive later, and Enter opens the first of them even if it
 * was pressed before.
 */
function useFirst(first: Entry | undefined, searching: boolean): (event: KeyboardEvent) => void {
  const entered = useRef(false);
  const open = (entry: Entry) => {
    entered.current = false;
    entry.onClick();
    palette.close();
  };
  useEffect(() => {
    if (first && paletteStore.getState().selected < 0)
      paletteStore.updateState((state) => ({ ...state, selected: 0 }));
    if (!searching && entered.current && first) open(first);
  });
  return ({ key }) => {
    if (key !== 'Enter') entered.current = false;
    else if (document.querySelector('[data-action][data-selected]')) return;
    else if (first) open(first);
    else entered.current = searching;
  };
}

const shownOfEach = 5;

/** Many codes contain a short one, and the list does not put the exact one first, so more entries are requested. */
const askedFor = (words: string): number => (/^\S*\d\S*$/.test(words) ? 50 : shownOfEach);

const exactFirst = <T,>(all: readonly T[], isExact: (one: T) => boolean | undefined): T[] => [
  ...all.filter(isExact),
  ...all.filter((one) => !isExact(one)),
];

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

function matches(text: string, words: string): boolean {
  return plain(words)
    .split(/\s+/)
    .every((word) => plain(text).includes(word));
}
