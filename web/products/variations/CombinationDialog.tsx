import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import type { FormState } from '../../ui/form/form-state.ts';
import { TagsField } from '../../ui/form/TagsField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import type { ProductValues } from '../product-values.ts';
import { typeLabel } from './type-label.ts';
import { addCombinations, maxGenerated, missingCombinations, suggestSku } from './variation-grid.ts';

type DialogProps = { form: FormState<ProductValues>; opened: boolean; onClose: () => void };

/** Creates rows for all combinations of the values of each type. */
export function CombinationDialog({ form, opened, onClose }: DialogProps) {
  const { t } = useTranslation('products');
  const { t: ui } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('table.generateTitle')}
      size="lg"
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      {opened && <Combinations form={form} onClose={onClose} />}
    </Modal>
  );
}

function Combinations({ form, onClose }: Omit<DialogProps, 'opened'>) {
  const { t } = useTranslation(['products', 'ui']);
  const { attributeTypes: types, variations } = form.values;
  const [values, setValues] = useState<Record<string, string[]>>(() =>
    Object.fromEntries(types.map((type) => [type, valuesPresent(variations, type)])),
  );
  const [prefix, setPrefix] = useState('');
  const made = missingCombinations(variations, types, values);
  const tooMany = made.length > maxGenerated;
  const first = made[0];
  const example = suggestSku(
    prefix || 'CAM',
    first ? types.map((type) => first[type] ?? '') : ['PRET', 'M'],
    new Set(),
  );
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('table.generateHint')}
      </Text>
      {types.map((type) => (
        <TagsField
          key={type}
          label={t('table.values', { type: typeLabel(t, type) })}
          value={values[type] ?? []}
          onChange={(next) => setValues({ ...values, [type]: next })}
        />
      ))}
      <TextField
        label={t('table.prefix')}
        description={t('table.prefixHint', { example })}
        value={prefix}
        onChange={setPrefix}
        maxLength={30}
      />
      <Group justify="flex-end">
        {tooMany && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {t('table.tooMany', { max: maxGenerated })}
          </Text>
        )}
        <Button variant="default" onClick={onClose}>
          {t('ui:act.cancel')}
        </Button>
        <Button
          disabled={made.length === 0 || tooMany}
          onClick={() => {
            form.set('variations', addCombinations(variations, types, made, prefix));
            onClose();
          }}
        >
          {made.length === 0 ? t('table.generatedNone') : t('table.generated', { count: made.length })}
        </Button>
      </Group>
    </Stack>
  );
}

function valuesPresent(rows: ProductValues['variations'], type: string): string[] {
  return [...new Set(rows.map((row) => row.attributes[type]?.trim() ?? '').filter(Boolean))];
}
