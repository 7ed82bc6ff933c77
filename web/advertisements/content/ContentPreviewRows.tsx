import { Box, Button, Group, Stack, Table, Text } from '@mantine/core';
import type { ContentPreview, ContentRow } from '#contract/advertisements/content-change.ts';
import { previewRows } from '#contract/advertisements/content-field.ts';
import { Photo } from '../../dropshipping/Photo.tsx';
import { useTranslation } from '../../i18n.ts';
import { formatQuantity } from '../../quantity.ts';
import { LeftOut } from '../../ui/table/LeftOut.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';

type RowsProps = { preview: ContentPreview; loading: boolean; onPage: (page: number) => void };

/** How many change, which are refused or left out and why, and every row before and after, page by page. */
export function ContentPreviewRows({ preview, loading, onPage }: RowsProps) {
  const { t } = useTranslation('advertisements');
  const { items, page, pages, changing, refused } = preview;
  const from = (page - 1) * previewRows;
  return (
    <>
      <WhatChanges preview={preview} />
      {items.length > 0 && (
        <Box mah={{ base: 'none', sm: '45vh' }} style={{ overflow: 'auto' }} aria-busy={loading}>
          <PreviewTable items={items} />
        </Box>
      )}
      {pages > 1 && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {t('content.page', {
              from: formatQuantity(from + 1),
              to: formatQuantity(from + items.length),
              total: formatQuantity(changing + refused),
            })}
          </Text>
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              disabled={page === 1 || loading}
              onClick={() => onPage(page - 1)}
            >
              {t('content.earlier')}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={page === pages || loading}
              onClick={() => onPage(page + 1)}
            >
              {t('content.later')}
            </Button>
          </Group>
        </Group>
      )}
    </>
  );
}

function WhatChanges({ preview }: { preview: ContentPreview }) {
  const { t } = useTranslation('advertisements');
  const { selected, advertisements, changing, refused, leftOut } = preview;
  return (
    <Stack gap={4} role="status">
      <Text size="sm" fw={600}>
        {t('content.changes', {
          count: changing,
          total: formatQuantity(changing),
          ads: formatQuantity(advertisements),
          selected: formatQuantity(selected),
        })}
      </Text>
      {refused > 0 && (
        <Text size="sm" c="red">
          {t('content.refused', { count: refused, total: formatQuantity(refused) })}
        </Text>
      )}
      <LeftOut leftOut={leftOut} />
    </Stack>
  );
}

function PreviewTable({ items }: { items: readonly ContentRow[] }) {
  const { t } = useTranslation('advertisements');
  return (
    <StackedTable aria-label={t('content.title')} from={480} verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('content.ad')}</Table.Th>
          <Table.Th>{t('content.where')}</Table.Th>
          <Table.Th>{t('content.before')}</Table.Th>
          <Table.Th>{t('content.after')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((row) => (
          <Table.Tr key={`${row.advertisement.id} ${row.publication?.id ?? ''}`}>
            <Table.Td>{row.advertisement.name}</Table.Td>
            <Table.Td data-label={t('content.where')}>{row.account?.name ?? t('content.ownRow')}</Table.Td>
            <Table.Td data-label={t('content.before')}>
              <Value text={row.before} pictures={row.pictures?.before} />
            </Table.Td>
            <Table.Td data-label={t('content.after')}>
              <After row={row} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </StackedTable>
  );
}

type Pictures = { id: number; name: string }[];

function Value({ text, pictures }: { text: string; pictures: Pictures | undefined }) {
  const { t } = useTranslation('advertisements');
  if (pictures) {
    if (pictures.length === 0) return <Text c="dimmed">{t('content.noPictures')}</Text>;
    return (
      <Group gap={4}>
        {pictures.map(({ id, name }) => (
          <Photo key={id} image={{ id }} size={36} alt={name} />
        ))}
      </Group>
    );
  }
  if (text === '') return <Text c="dimmed">{t('content.empty')}</Text>;
  return <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</span>;
}

function After({ row: { after, pictures, refused, limit } }: { row: ContentRow }) {
  const { t } = useTranslation(['advertisements', 'errors']);
  return (
    <>
      {after !== null && (
        <Box c={refused ? 'dimmed' : undefined} td={refused && !pictures ? 'line-through' : undefined}>
          <Value text={after} pictures={pictures?.after} />
        </Box>
      )}
      {refused && (
        <Text size="sm" c="red">
          {t(`errors:${refused}`)}
          {limit !== null && ` ${t('content.limit', { limit: formatQuantity(limit) })}`}
        </Text>
      )}
    </>
  );
}
