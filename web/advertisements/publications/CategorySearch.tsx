import { Group, Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { MarketplaceCategory } from '#contract/marketplaces/marketplace-category.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { RetryLine } from '../../ui/page/RetryLine.tsx';

type CategorySearchProps = {
  account: number;
  nameOf: (category: MarketplaceCategory) => string;
  choose: (category: MarketplaceCategory) => void;
};

const fewestLetters = 2;

/** Finds categories by words, each with its path. The list covers what is below, so that nothing moves. */
export function CategorySearch({ account, nameOf, choose }: CategorySearchProps) {
  const { t } = useTranslation('advertisements');
  const [text, setText] = useState('');
  const [words] = useDebouncedValue(text.trim(), 250);
  const isEnough = text.trim().length >= fewestLetters;
  const { data, error, isFetching, refetch } = useApi(
    api.marketplacesCategories.search,
    { params: { account }, query: { text: words } },
    { enabled: words.length >= fewestLetters },
  );
  const isSearching = isFetching || text.trim() !== words;
  const found = isEnough && !error ? (data?.items ?? []) : [];
  const first = isSearching ? undefined : found[0];
  const message = () => {
    if (isSearching) return t('ui:field.searching');
    if (!error) return t('ui:field.nothingFound');
    return (
      // The list would close when its field loses the focus.
      <Group onMouseDown={(event) => event.preventDefault()}>
        <RetryLine
          endpoint={api.marketplacesCategories.search}
          failure={error}
          retry={() => void refetch()}
        />
      </Group>
    );
  };
  return (
    <Select
      aria-label={t('publish.searchCategory')}
      placeholder={t('publish.searchCategoryHint')}
      searchable
      data={found.map((category) => ({ value: category.id, label: nameOf(category) }))}
      // The server has already searched, without accents and case.
      filter={({ options }) => options}
      value={null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => {
        const category = found.find((one) => one.id === id);
        if (category) choose(category);
      }}
      onKeyDown={(event) => {
        const isAtOption = event.currentTarget.hasAttribute('aria-activedescendant');
        if (event.key === 'Enter' && first && !isAtOption) choose(first);
      }}
      maxDropdownHeight={320}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={isEnough && isSearching ? <Loader size={14} /> : <span />}
      nothingFoundMessage={isEnough ? message() : undefined}
    />
  );
}
