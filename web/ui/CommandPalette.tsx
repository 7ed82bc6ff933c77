import { useTranslation } from '../i18n.ts';
import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import type { Page } from '#contract/primitives.ts';
import { queryClient, queryFor } from '../queries.ts';
import classes from './CommandPalette.module.css';
import { useGo } from './page/navigation.tsx';
import { takeTyped, typeInto } from './typed-ahead.ts';

export type PaletteScreen = { key: string; label: string; group: string; to: string };

export type PaletteEntry = { id: number | string; label: string; hint?: string; to: string };

/** Records that the palette finds: a list endpoint and how one of its items shows. */
export type PaletteRecords = {
  key: string;
  label: string;
  endpoint: EndpointDefinition;
  entry: (item: unknown, words: string) => PaletteEntry;
};

type Props = {
  screens: readonly PaletteScreen[];
  records: readonly PaletteRecords[];
  /** Grows each time the palette is asked for. */
  asked: number;
};

const [paletteStore, palette] = createSpotlight();

/** Ctrl-K: every screen the reader may open, and the records behind their lists. */
export default function CommandPalette({ screens, records, asked }: Props) {
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
        ...queryFor<EndpointDefinition>(record.endpoint, { query: { query: words, size: '5' } }),
        enabled: words.length >= 2,
      })),
    },
    queryClient,
  );
  // Until every list has answered to what stands there, nobody can say that nothing was found.
  const searching = text.trim().length >= 2 && (text.trim() !== words || found.some((one) => one.isFetching));
  const groups = records.flatMap((record, index) => {
    const page = found[index]?.data as Page<unknown> | undefined;
    const actions = (words.length >= 2 ? (page?.items ?? []) : []).map((item) => {
      const { id, label, hint, to } = record.entry(item, words);
      return { id: `${record.key}-${id}`, label, description: hint, onClick: () => go(to) };
    });
    return actions.length > 0 ? [{ group: record.label, actions }] : [];
  });
  const screenActions = screens
    .filter((screen) => matches(`${screen.group} ${screen.label}`, text))
    .slice(0, text ? 6 : 12)
    .map((screen) => ({
      id: screen.key,
      label: screen.label,
      description: screen.group,
      leftSection: <IconArrowRight size={16} aria-hidden />,
      onClick: () => go(screen.to),
    }));
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
      actions={[
        ...(screenActions.length > 0 ? [{ group: t('palette.screens'), actions: screenActions }] : []),
        ...groups,
      ]}
      nothingFound={searching ? t('field.searching') : t('palette.nothing', { text })}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
        onFocus: ({ currentTarget }) => typeInto(currentTarget, takeTyped()),
      }}
    />
  );
}

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
