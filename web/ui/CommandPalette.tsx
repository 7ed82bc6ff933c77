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
  /** What was typed is a number or a code of its own: it stands before what only contains it. */
  exact?: boolean;
};

/** Records that the palette finds: a list endpoint and how one of its items shows. */
export type PaletteRecords = {
  key: string;
  label: string;
  endpoint: AnyEndpoint;
  /** What the list is asked for what was typed, where not just that. */
  queryOf?: (words: string) => string;
  entry: (item: unknown, words: string) => PaletteEntry;
};

type Props = {
  screens: readonly PaletteScreen[];
  acts: readonly PaletteScreen[];
  records: readonly PaletteRecords[];
  /** Grows each time the palette is asked for. */
  asked: number;
  /** What stands on goods, shelves and labels may be typed or scanned here as well. */
  onCode: (code: string) => void;
};

const [paletteStore, palette] = createSpotlight();

/** Ctrl-K: every screen that the reader may open, every act that they may begin, and the records behind the lists. */
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
  // Until every list has answered to what stands there, nobody can say that nothing was found.
  const isFormer = text.trim() !== words;
  const searching = text.trim().length >= 2 && (isFormer || found.some((one) => one.isFetching));
  // A list shows when those before it have answered: nothing comes to stand above what is there already.
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
    // Not before the lists have answered: what they know comes first.
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

/** A code that no list knows is what Enter reads: a volume, a location, a tote, a label. */
function useCode(text: string, onCode: (code: string) => void): Entry[] {
  const { t } = useTranslation();
  const [affixes] = useAffixes();
  if (!isCode(text) || text.includes(' ')) return [];
  const { code } = readScan(text, affixes);
  const leftSection = <IconBarcode size={16} aria-hidden />;
  return [{ id: 'code', label: t('palette.code', { code }), leftSection, onClick: () => onCode(code) }];
}

/**
 * The library marks the first entry when something is typed; records come later, and then the first of them is what
 * Enter opens, also when it was pressed while they were on their way.
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

/** A code is part of many others, and the list does not say first which one it is itself: more of them are looked at. */
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
