import { useTranslation } from '../i18n.ts';
import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconArrowRight, IconBarcode, IconBolt, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { readScan } from '#contract/inventory/scanned-code.ts';
import type { Href } from '../paths.ts';
import classes from './CommandPalette.module.css';
import { useGo } from './page/navigation.tsx';
import { matching } from './palette-match.ts';
import { type PaletteRecords, usePaletteRecords } from './palette-records.ts';
import { useAffixes } from './scan/affixes.ts';
import { isCode } from './scan/keys.ts';
import { isCanceled, takeTyped, typeInto } from './typed-ahead.ts';

/** A screen or an act of the palette, found by its name, its group and other words for it. */
export type PaletteScreen = {
  key: string;
  label: string;
  group: string;
  words?: string;
  /** Shown below the name instead of the group. */
  hint?: string;
} & ({ to: Href } | { run: () => void });

type Props = {
  screens: readonly PaletteScreen[];
  /** Lists with one of their filters. */
  views: readonly PaletteScreen[];
  acts: readonly PaletteScreen[];
  records: readonly PaletteRecords[];
  /** Incremented for each request to open the palette. */
  asked: number;
  /** Codes of goods, shelves and labels can be typed or scanned here as well. */
  onCode: (code: string) => void;
};

const [paletteStore, palette] = createSpotlight();

/** Ctrl-K: the screens that the reader may open, the acts that they may start, and records of the lists. */
export default function CommandPalette({ screens, views, acts, records, asked, onCode }: Props) {
  const { t } = useTranslation(['palette', 'ui']);
  const go = useGo();
  const [text, setText] = useState('');
  const [words] = useDebouncedValue(text.trim(), 200);
  useEffect(() => {
    if (asked > 0 && !isCanceled()) palette.open();
  }, [asked]);
  const found = usePaletteRecords(records, words);
  // Says *no results* only after every search has answered.
  const isFormer = text.trim() !== words;
  const searching = text.trim().length >= 2 && (isFormer || found.isFetching);
  const recordActions = (isFormer ? [] : found.groups).map(({ key, label: group, entries }) => ({
    group,
    actions: entries.map(
      ({ id, label, hint, to }): Entry => ({
        id: `${key}-${id}`,
        label,
        description: hint,
        onClick: () => go(to),
      }),
    ),
  }));
  const codeActions = useCode(text.trim(), onCode);
  const shown = [
    ...useNamed({ screens, views, acts }, text),
    ...recordActions,
    // Waits for the lists, because their results come first.
    ...(codeActions.length > 0 && !searching ? [{ group: t('ui:scan.anywhere'), actions: codeActions }] : []),
  ];
  const first = text.trim() ? shown[0]?.actions[0] : undefined;
  if (first) first.className = classes.first;
  const { onKeyDown, openFirst } = useFirst(first, searching);
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
      yOffset="max(5rem, calc(var(--easy-bar) + 4px))"
      actions={shown}
      nothingFound={searching ? t('ui:field.searching') : t('nothing', { text })}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t('placeholder'),
        'aria-label': t('placeholder'),
        onFocus: ({ currentTarget }) => {
          const { text, entered } = takeTyped();
          typeInto(currentTarget, text);
          if (text !== '' && entered) openFirst();
        },
        onKeyDown,
      }}
    />
  );
}

type NamedGroups = Pick<Props, 'screens' | 'views' | 'acts'>;

/** Screens, lists and acts that match; the group with the best match comes first. */
function useNamed({ screens, views, acts }: NamedGroups, text: string): Group[] {
  const { t } = useTranslation('palette');
  const go = useGo();
  const groupOf = (group: string, all: readonly PaletteScreen[], most: number, leftSection: ReactNode) => {
    const found = matching(all, text).slice(0, most);
    const actions = found.map(
      ({ one }): Entry => ({
        id: one.key,
        label: one.label,
        description: one.hint ?? one.group,
        leftSection,
        onClick: 'to' in one ? () => go(one.to) : one.run,
      }),
    );
    return { group, actions, rank: found[0]?.rank ?? 0 };
  };
  const arrow = <IconArrowRight size={16} aria-hidden />;
  return [
    groupOf(t('screens'), screens, text ? 6 : 12, arrow),
    groupOf(t('views'), text ? views : [], 6, arrow),
    groupOf(t('acts'), text ? acts : [], 6, <IconBolt size={16} aria-hidden />),
  ]
    .filter(({ actions }) => actions.length > 0)
    .sort((a, b) => a.rank - b.rank);
}

type Group = { group: string; actions: Entry[] };

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
  const { t } = useTranslation('palette');
  const [affixes] = useAffixes();
  if (!isCode(text) || text.includes(' ')) return [];
  const { code } = readScan(text, affixes);
  const leftSection = <IconBarcode size={16} aria-hidden />;
  return [{ id: 'code', label: t('code', { code }), leftSection, onClick: () => onCode(code) }];
}

/**
 * The library selects the first entry on input; records arrive later, and Enter opens the first of them even if it
 * was pressed before.
 */
function useFirst(first: Entry | undefined, searching: boolean) {
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
  return {
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key !== 'Enter') entered.current = false;
      else if (document.querySelector('[data-action][data-selected]')) return;
      else if (first) open(first);
      else entered.current = searching;
    },
    /** As soon as the text that was just set has a result. */
    openFirst: () => {
      entered.current = true;
    },
  };
}
