import { Anchor, Group, Stack, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Instant } from '../../ui/page/values.tsx';

/** Unsolved problems with goods of a supplier. */
export function OpenProblems({ supplierId }: { supplierId: number }) {
  const { t } = useTranslation('supply');
  const query = { query: `supplier:${supplierId} state:open`, size: '50' };
  const problems = useApi(api.reportedProblems.list, { query });
  return (
    <Section title={t('vendorProblems.title')}>
      {problems.data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('vendorProblems.empty')}
        </Text>
      )}
      <Stack gap="xs">
        {problems.data?.items.map((problem) => (
          <Group key={problem.id} gap="xs" justify="space-between">
            <div>
              <Anchor component={Link} to={paths.inventory.receiveReport(problem.request.id)}>
                {problem.title}
              </Anchor>
              <Text size="xs" c="dimmed">
                {[
                  t(`problemKind.${problem.kind}`),
                  problem.line?.product,
                  t('requests.numbered', { number: problem.request.number }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            <Instant value={problem.createdAt} />
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
