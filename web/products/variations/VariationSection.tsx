import { Button, Group, Text } from '@mantine/core';
import { IconPlus, IconTableOptions } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import type { FormState } from '../../ui/form/form-state.ts';
import { Section } from '../../ui/page/Section.tsx';
import { useSession } from '../../use-session.ts';
import { emptyVariation, type ProductValues } from '../product-values.ts';
import { AddType } from './AddType.tsx';
import { CombinationDialog } from './CombinationDialog.tsx';
import { VariationTable } from './VariationTable.tsx';
import { mayEnterStock } from './variation-grid.ts';

type VariationSectionProps = {
  form: FormState<ProductValues>;
  disabled: boolean;
  gtinDisabled: boolean;
  isNew: boolean;
};

/** The combinations that exist: a table to type or paste into, types as columns. */
export function VariationSection({ form, disabled, gtinDisabled, isNew }: VariationSectionProps) {
  const { t } = useTranslation('products');
  const [generating, setGenerating] = useState(false);
  const { can } = useSession();
  const { variations, asksLots } = form.values;
  const asksUnits = isNew && mayEnterStock(can) && !asksLots;
  const error = form.errors.variations ?? form.errors.attributeTypes;
  form.shownPaths.add('variations').add('attributeTypes');
  return (
    <Section
      title={t(asksUnits ? 'form.variationsAndStock' : 'variations')}
      hint={disabled ? t('table.count', { count: variations.length }) : t('form.variationsHint')}
      actions={
        !disabled && (
          <>
            <AddType form={form} />
            <Button
              variant="default"
              leftSection={<IconTableOptions size={16} aria-hidden />}
              onClick={() => setGenerating(true)}
            >
              {t('table.generate')}
            </Button>
          </>
        )
      }
    >
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" tabIndex={-1}>
          {error}
        </Text>
      )}
      <VariationTable
        form={form}
        disabled={disabled}
        gtinDisabled={gtinDisabled}
        isNew={isNew}
        asksUnits={asksUnits}
      />
      {!disabled && (
        <Group justify="space-between">
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => form.add('variations', emptyVariation())}
          >
            {t('table.add')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('table.count', { count: variations.length })}
          </Text>
        </Group>
      )}
      <CombinationDialog form={form} opened={generating} onClose={() => setGenerating(false)} />
    </Section>
  );
}
