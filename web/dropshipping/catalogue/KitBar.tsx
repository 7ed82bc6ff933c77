import { Button, Group, Paper, Text } from '@mantine/core';
import { IconPackages } from '@tabler/icons-react';
import type { CatalogueOffer } from '#contract/dropshipping/catalogue.ts';
import { useTranslation } from '../../i18n.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import classes from './Catalogue.module.css';

type Translate = ReturnType<typeof useTranslation<'dropshipping'>>['t'];

/** Why these offers cannot be a kit: it needs two or more of one warehouse, and one variation of each product. */
export function kitRefusal(offers: readonly CatalogueOffer[], t: Translate): string | null {
  if (new Set(offers.map((offer) => offer.warehouseId)).size > 1) return t('catalogue.kitWarehouse');
  const products = new Set(offers.map(({ product }) => product.id)).size;
  if (products > 1 && products < offers.length) return t('catalogue.kitVariation');
  return offers.length < 2 ? t('catalogue.kitNeeds') : null;
}

/** Several variations of one product become one advertisement with variations, several products become a kit. */
export function compositionLabel(offers: readonly CatalogueOffer[], t: Translate): string {
  const isOneProduct =
    offers.length > 1 && offers.every(({ product }) => product.id === offers[0]?.product.id);
  return t(isOneProduct ? 'catalogue.vary' : 'catalogue.kit');
}

type KitBarProps = { chosen: readonly CatalogueOffer[]; clear: () => void; create: () => void };

export function KitBar({ chosen, clear, create }: KitBarProps) {
  const { t } = useTranslation('dropshipping');
  const refused = kitRefusal(chosen, t);
  return (
    <Paper
      className={classes.kit}
      withBorder
      shadow="md"
      role="region"
      aria-label={compositionLabel(chosen, t)}
    >
      <Group justify="space-between">
        <Text aria-live="polite" lineClamp={2} style={{ flex: '1 1 240px' }}>
          <strong>{t('catalogue.selected', { count: chosen.length })}</strong>
          <Text span size="sm" c="dimmed">
            {' '}
            {chosen.map((offer) => offer.name).join(' + ')}
          </Text>
        </Text>
        <Group gap="xs">
          <Button variant="subtle" color="gray" onClick={clear}>
            {t('catalogue.clear')}
          </Button>
          <Actions
            items={[
              {
                key: 'kit',
                label: compositionLabel(chosen, t),
                icon: IconPackages,
                tone: 'primary',
                permission: 'advertisements.create',
                refused,
                run: create,
              },
            ]}
          />
        </Group>
      </Group>
      {refused && (
        <Text size="xs" ta="end">
          {refused}
        </Text>
      )}
    </Paper>
  );
}
