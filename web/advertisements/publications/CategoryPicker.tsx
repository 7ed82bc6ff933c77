import { Anchor, Breadcrumbs, Button, Group, Input, Loader, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronRight, IconSparkles } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '#contract/index.ts';
import type { MarketplaceCategory } from '#contract/marketplaces/marketplace-category.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { FieldFault } from '../../ui/form/FieldFault.tsx';
import { RetryLine } from '../../ui/page/RetryLine.tsx';
import classes from './CategoryPicker.module.css';
import { CategorySearch } from './CategorySearch.tsx';

type Category = { id: string; name: string };
type CategoryPickerProps = {
  account: number;
  title: string;
  value: Category | null;
  onChange: (category: Category | null) => void;
  /** Taken without being asked. */
  onSuggested: (category: Category) => void;
  /** Nothing was taken, so a person has to choose. */
  onNone?: (() => void) | undefined;
  error?: ReactNode;
};

/** A category without a name means none, for marketplaces that require none. */
const pathName = (category: MarketplaceCategory, none: string) =>
  category.path.map((step) => step.name).join(' › ') || category.name || none;

/**
 * The marketplace's own category. The first one that it suggests from the title, or the only one that it has, is taken
 * until a person chooses another, from the suggestions, by words or by walking the tree.
 */
export function CategoryPicker(props: CategoryPickerProps) {
  const { account, title, value, onChange, onSuggested, onNone, error } = props;
  const { t } = useTranslation('advertisements');
  const [browsing, setBrowsing] = useState(false);
  const [suggested, setSuggested] = useState<string | null>(null);
  const [without, setWithout] = useState({ suggestion: false, only: false });
  const isNone = !value && without.suggestion && without.only;
  useEffect(() => {
    if (isNone) onNone?.();
  }, [isNone, onNone]);
  const named = (category: MarketplaceCategory) => ({
    id: category.id,
    name: pathName(category, t('publish.noCategory')),
  });
  const choose = (category: MarketplaceCategory) => {
    setBrowsing(false);
    onChange(named(category));
  };
  const take = (category: MarketplaceCategory) => {
    setSuggested(category.id);
    onSuggested(named(category));
  };
  return (
    <Stack gap="xs" role="group" aria-label={t('publish.category')}>
      <Input.Label labelElement="div" required>
        {t('publish.category')}
      </Input.Label>
      {value && !browsing ? (
        <Group gap="sm">
          <Text fw={600}>{value.name}</Text>
          <Button size="xs" variant="default" onClick={() => setBrowsing(true)}>
            {t('publish.change')}
          </Button>
          {suggested === value.id && (
            <Text size="sm" c="dimmed">
              {t('publish.suggested')}
            </Text>
          )}
        </Group>
      ) : (
        <>
          <CategorySearch
            account={account}
            nameOf={(category) => pathName(category, t('publish.noCategory'))}
            choose={choose}
          />
          <Suggestions
            account={account}
            title={title}
            choose={choose}
            take={value ? undefined : take}
            none={() => setWithout((now) => (now.suggestion ? now : { ...now, suggestion: true }))}
          />
          <Tree
            account={account}
            choose={choose}
            take={value ? undefined : (only) => onSuggested(named(only))}
            none={() => setWithout((now) => (now.only ? now : { ...now, only: true }))}
          />
        </>
      )}
      <FieldFault>{error}</FieldFault>
    </Stack>
  );
}

type ChooseProps = { account: number; choose: (category: MarketplaceCategory) => void };

type TakingProps = ChooseProps & {
  /** Takes the first suggestion, or the only category, without being asked. */
  take: ((category: MarketplaceCategory) => void) | undefined;
  /** There is none to take. */
  none: () => void;
};

function Suggestions({ account, title, choose, take, none }: TakingProps & { title: string }) {
  const { t } = useTranslation('advertisements');
  const [asked] = useDebouncedValue(title.trim(), 400);
  const { data, error, refetch, isPlaceholderData } = useApi(
    api.marketplacesCategories.predict,
    { params: { account }, query: { title: asked } },
    { enabled: asked.length > 2 },
  );
  /** The visible suggestions belong to another title. */
  const isFormer = isPlaceholderData || title.trim() !== asked;
  const first = isFormer ? undefined : data?.items[0];
  useEffect(() => {
    if (first) take?.(first);
    else if (error || (data && !isFormer)) none();
  });
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {t('publish.suggestions')}
      </Text>
      <Group gap="xs" className={classes.suggestions} aria-busy={isFormer} opacity={isFormer ? 0.5 : 1}>
        {error && (
          <RetryLine
            endpoint={api.marketplacesCategories.predict}
            failure={error}
            retry={() => void refetch()}
          />
        )}
        {data?.items.length === 0 && !isFormer && (
          <Text size="sm" c="dimmed">
            {t('publish.noSuggestions')}
          </Text>
        )}
        {data?.items.map((category) => (
          <Button
            key={category.id}
            size="xs"
            variant="light"
            h="auto"
            py={6}
            // A path of three names is wider than a phone.
            styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
            leftSection={<IconSparkles size={14} aria-hidden />}
            onClick={() => choose(category)}
          >
            {pathName(category, t('publish.noCategory'))}
          </Button>
        ))}
      </Group>
    </div>
  );
}

function Tree({ account, choose, take, none }: TakingProps) {
  const { t } = useTranslation('advertisements');
  const [path, setPath] = useState<Category[]>([]);
  const father = path.at(-1);
  const roots = useApi(api.marketplacesCategories.list, { params: { account } }, { enabled: !father });
  const children = useApi(
    api.marketplacesCategories.children,
    { params: { account, id: father?.id ?? '' } },
    { enabled: father !== undefined },
  );
  const level = father ? children : roots;
  const [only, other] = roots.data?.items ?? [];
  const isOnly = only?.leaf === true && !other;
  useEffect(() => {
    if (isOnly) take?.(only);
    else if (roots.data || roots.error) none();
  });
  return (
    <div>
      <Breadcrumbs aria-label={t('publish.path')} mb={4}>
        <Anchor
          component="button"
          type="button"
          size="sm"
          className={classes.step}
          onClick={() => setPath([])}
        >
          {t('publish.roots')}
        </Anchor>
        {path.map((step, index) => (
          <Anchor
            key={step.id}
            component="button"
            type="button"
            size="sm"
            className={classes.step}
            onClick={() => setPath(path.slice(0, index + 1))}
          >
            {step.name}
          </Anchor>
        ))}
      </Breadcrumbs>
      <Group gap={6} className={classes.tree}>
        {level.error && (
          <RetryLine
            endpoint={father ? api.marketplacesCategories.children : api.marketplacesCategories.list}
            failure={level.error}
            retry={() => void level.refetch()}
          />
        )}
        {level.isFetching && !level.data && <Loader size="sm" />}
        {level.data?.items.map((category) => (
          <Button
            key={category.id}
            size="xs"
            variant="default"
            rightSection={category.leaf ? undefined : <IconChevronRight size={14} aria-hidden />}
            onClick={() => (category.leaf ? choose(category) : setPath([...path, category]))}
          >
            {category.name || t('publish.noCategory')}
          </Button>
        ))}
      </Group>
    </div>
  );
}
