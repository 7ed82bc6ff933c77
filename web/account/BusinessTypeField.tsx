import { Group, Radio, SimpleGrid, Text } from '@mantine/core';
import { IconBuildingWarehouse, IconShoppingCart } from '@tabler/icons-react';
import { type BusinessType, businessTypes } from '#contract/permissions.ts';
import { useTranslation } from '../i18n.ts';
import type { Binding } from '../ui/bindings.ts';
import classes from './entry.module.css';

const icons = { sales: IconShoppingCart, supply: IconBuildingWarehouse };

/** The type of a business cannot be changed later, so each choice is a card that explains it. */
export function BusinessTypeField({ value, onChange, error, name }: Binding<BusinessType | null>) {
  const { t } = useTranslation('account');
  return (
    <Radio.Group
      name={name}
      label={t('register.type')}
      required
      value={value}
      error={error}
      onChange={(next) => onChange(businessTypes.find((type) => type === next) ?? null)}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt={4}>
        {businessTypes.map((type) => {
          const Icon = icons[type];
          return (
            <Radio.Card
              key={type}
              value={type}
              className={classes.choice}
              data-invalid={error ? true : undefined}
              aria-label={`${t(`register.${type}`)}. ${t(`register.${type}Hint`)}`}
            >
              <Group gap="xs" wrap="nowrap" align="flex-start">
                <Radio.Indicator mt={2} />
                <div>
                  <Group gap={6}>
                    <Icon size={18} aria-hidden />
                    <Text fw={600}>{t(`register.${type}`)}</Text>
                  </Group>
                  <Text size="sm" c="dimmed" mt={2}>
                    {t(`register.${type}Hint`)}
                  </Text>
                </div>
              </Group>
            </Radio.Card>
          );
        })}
      </SimpleGrid>
    </Radio.Group>
  );
}
