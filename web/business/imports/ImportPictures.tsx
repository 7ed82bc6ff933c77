import { Anchor, Button, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ImportRow } from '#contract/business/import/import.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { useSession } from '../../use-session.ts';

const pollMs = 3000;
const shownFailures = 20;

/** The pictures that an applied import named by their addresses: how many are there, and which could not be had. */
export function ImportPictures({ data: { id, pictures } }: { data: Pick<ImportRow, 'id' | 'pictures'> }) {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const { waiting, done, failed } = pictures;
  // The counts are read again until none waits any more.
  useApi(api.imports.detail, { params: { id } }, { enabled: waiting > 0, every: pollMs });
  const retry = useAct(api.imports.retry);
  const total = waiting + done + failed;
  if (total === 0) return null;
  const text =
    waiting > 0 ? t('imports.pictures.waiting', { done, total }) : t('imports.pictures.done', { done });
  return (
    <Section title={t('imports.pictures.title')}>
      <Stack gap="xs">
        <Text size="sm" aria-live="polite">
          {text}
        </Text>
        {waiting > 0 && <Progress value={((done + failed) * 100) / total} animated aria-label={text} />}
        {failed > 0 && (
          <>
            <Group justify="space-between" gap="sm">
              <Text size="sm" c="red" fw={600}>
                {t('imports.pictures.failed', { count: failed })}
              </Text>
              {can('imports.create') && (
                <Button
                  variant="default"
                  leftSection={<IconRefresh size={16} aria-hidden />}
                  loading={retry.pending}
                  onClick={() => void retry.run({ params: { id } })}
                >
                  {t('imports.pictures.retry')}
                </Button>
              )}
            </Group>
            <Failures id={id} failed={failed} />
          </>
        )}
      </Stack>
    </Section>
  );
}

function Failures({ id, failed }: { id: number; failed: number }) {
  const { t } = useTranslation('business');
  const query = { query: 'state:failed', size: String(shownFailures) };
  const { data } = useApi(api.imports.pictures, { params: { id }, query });
  if (!data) return null;
  return (
    <StackedTable aria-label={t('imports.pictures.failed', { count: failed })} from={600}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('imports.pictures.product')}</Table.Th>
          <Table.Th>{t('imports.pictures.address')}</Table.Th>
          <Table.Th>{t('imports.pictures.why')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data.items.map(({ id: picture, product, url, fault }) => (
          <Table.Tr key={picture}>
            <Table.Td>
              <Anchor component={Link} to={paths.products.product(product.id)}>
                {product.name}
              </Anchor>
            </Table.Td>
            <Table.Td data-label={t('imports.pictures.address')}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }} lineClamp={2} title={url}>
                {url}
              </Text>
            </Table.Td>
            <Table.Td data-label={t('imports.pictures.why')}>
              {fault && t(`imports.pictures.faults.${fault}`)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </StackedTable>
  );
}
