import { MultiSelect } from '@mantine/core';
import { api } from '#contract/index.ts';
import { type Role, warehouseScoped } from '#contract/permissions.ts';
import { useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';
import type { Binding } from '../ui/bindings.ts';

/** Whether these roles can be limited to warehouses. */
export function isWarehouseBound(roles: readonly Role[]): boolean {
  return roles.length > 0 && roles.every((role) => warehouseScoped.includes(role));
}

/** Warehouses of a floor role; an empty choice means all. */
export function WarehousesField({ value, onChange, error }: Binding<number[]>) {
  const { t } = useTranslation('business');
  const { t: ui } = useTranslation();
  const { data } = useApi(api.warehouses.list, { query: { size: '100' } });
  const options = (data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <MultiSelect
      label={t('staff.warehouses')}
      description={t('staff.warehousesHint')}
      data={options}
      value={value.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
      error={error}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': ui('field.clear') }}
      hidePickedOptions
    />
  );
}
