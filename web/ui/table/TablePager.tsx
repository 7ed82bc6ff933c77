import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight } from '@tabler/icons-react';
import type { Page } from '#contract/primitives.ts';
import { useTranslation } from '../../i18n.ts';
import { formatQuantity } from '../../quantity.ts';
import classes from './DataTable.module.css';
import { type ListState, pageSizes } from './list-state.ts';

/**
 * Pages of a list. The next page is requested by its key if the server returned one, so that deep pages cost no more.
 */
export function TablePager({ list, page }: { list: ListState; page: Page<unknown> }) {
  const { t } = useTranslation();
  const from = page.items.length === 0 ? 0 : (list.page - 1) * list.size + 1;
  const range = {
    from: formatQuantity(from),
    to: formatQuantity(from + page.items.length - (from > 0 ? 1 : 0)),
    total: formatQuantity(page.total),
  };
  const more = page.next !== undefined || list.page < page.pages;
  if (page.total === 0) return null;
  return (
    <div className={classes.pager}>
      <Text size="sm" c="dimmed" aria-live="polite">
        {t(page.totalCapped ? 'table.rangeCapped' : 'table.range', range)}
      </Text>
      <Group gap="xs">
        <NativeSelect
          size="xs"
          aria-label={t('table.size')}
          data={pageSizes.map(String)}
          value={String(list.size)}
          onChange={(event) => list.setSize(Number(event.currentTarget.value))}
        />
        <ActionIcon
          size="md"
          aria-label={t('table.first')}
          disabled={list.page === 1}
          onClick={() => list.setPage(1)}
        >
          <IconChevronLeftPipe size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size="md"
          aria-label={t('table.previous')}
          disabled={list.page === 1}
          onClick={() => list.setPage(list.page - 1)}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Text size="sm" aria-hidden>
          {formatQuantity(list.page)}
        </Text>
        <ActionIcon
          size="md"
          aria-label={t('table.next')}
          disabled={!more}
          onClick={() => list.setPage(list.page + 1, page.next)}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </div>
  );
}
