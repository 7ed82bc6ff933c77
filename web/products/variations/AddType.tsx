import { Button, Group, Popover, TextInput } from '@mantine/core';
import { IconColumnInsertRight } from '@tabler/icons-react';
import { useState } from 'react';
import { canonicalType, isSameType, maxAttributeTypes } from '#contract/products/attribute-types.ts';
import { useTranslation } from '../../i18n.ts';
import type { FormState } from '../../ui/form/form-state.ts';
import type { ProductValues } from '../product-values.ts';

/** Adds a column for another attribute of the variations. */
export function AddType({ form }: { form: FormState<ProductValues> }) {
  const { t } = useTranslation(['products', 'ui', 'fields']);
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const [error, setError] = useState('');
  const types = form.values.attributeTypes;
  const add = () => {
    if (name.trim() === '') return setError(t('fields:required'));
    if (types.some((type) => isSameType(type, name))) return setError(t('fields:attribute_type_duplicate'));
    if (name.includes('.')) return setError(t('fields:invalid'));
    form.set('attributeTypes', [...types, canonicalType(name)]);
    setName('');
    setOpened(false);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal
      shadow="md"
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconColumnInsertRight size={16} aria-hidden />}
          disabled={types.length >= maxAttributeTypes}
          onClick={() => setOpened((open) => !open)}
        >
          {t('table.addType')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('table.addTypeTitle')}>
        {/* Not a nested form, which HTML forbids and where Enter would submit the product. */}
        <Group
          align="flex-start"
          gap="xs"
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        >
          <TextInput
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setError('');
            }}
            error={error}
            aria-label={t('table.addTypeTitle')}
            placeholder={t('table.addTypePlaceholder')}
            maxLength={40}
            data-autofocus
          />
          <Button onClick={add}>{t('ui:act.add')}</Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
