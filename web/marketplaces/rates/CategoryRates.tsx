import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { maxRatedCategories } from '#contract/marketplaces/fee-rates.ts';
import type { MarketplaceCategory } from '#contract/marketplaces/marketplace-category.ts';
import { CategorySearch } from '../../advertisements/publications/CategorySearch.tsx';
import { useTranslation } from '../../i18n.ts';
import { FieldFault } from '../../ui/form/FieldFault.tsx';
import { FeeSteps } from './FeeSteps.tsx';
import { type RatesForm, stepFrom } from './rates-values.ts';

const nameOf = ({ path, name }: Pick<MarketplaceCategory, 'path' | 'name'>) =>
  path.map((step) => step.name).join(' › ') || name;

/** Categories whose fee differs from that of the account, found by words; one may be chosen with all that is below it. */
export function CategoryRates({ form, account }: { form: RatesForm; account: number }) {
  const { t } = useTranslation(['marketplaces', 'ui']);
  const [found, setFound] = useState<MarketplaceCategory | null>(null);
  const { categories } = form.values;
  const add = (id: string, name: string) => {
    setFound(null);
    form.add('categories', { id, name, steps: [stepFrom(0)] });
  };
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {t('rates.byCategory')}
      </Text>
      {categories.map(({ id, name }, index) => (
        <Paper key={id} withBorder p="sm" role="group" aria-label={name}>
          <Group justify="space-between" wrap="nowrap" mb="xs">
            <Text size="sm">{name}</Text>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              onClick={() => form.remove('categories', index)}
            >
              {t('ui:act.remove')}
            </Button>
          </Group>
          <FeeSteps form={form} at={`categories.${index}.steps`} />
        </Paper>
      ))}
      <FieldFault>{form.errorOf('categories')}</FieldFault>
      {categories.length < maxRatedCategories && (
        <CategorySearch account={account} nameOf={nameOf} choose={setFound} />
      )}
      {found && <Levels category={found} taken={categories.map(({ id }) => id)} add={add} />}
    </Stack>
  );
}

type LevelsProps = {
  category: MarketplaceCategory;
  taken: readonly string[];
  add: (id: string, name: string) => void;
};

/** The category that was found, and those above it. */
function Levels({ category, taken, add }: LevelsProps) {
  const { t } = useTranslation('marketplaces');
  const path = category.path.length > 0 ? category.path : [category];
  return (
    <Stack gap={4} role="group" aria-label={t('rates.level')}>
      <Text size="sm">{t('rates.level')}</Text>
      {path.map(({ id }, index) => {
        const name = nameOf({ ...category, path: path.slice(0, index + 1) });
        return (
          <Button
            key={id}
            size="xs"
            variant="light"
            h="auto"
            py={6}
            style={{ alignSelf: 'start' }}
            styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
            disabled={taken.includes(id)}
            onClick={() => add(id, name)}
          >
            {name}
          </Button>
        );
      })}
    </Stack>
  );
}
