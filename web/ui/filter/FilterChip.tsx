import { CloseButton, Group } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import { onDemand } from '../on-demand.tsx';
import type { ListState } from '../table/list-state.ts';
import classes from './FilterBar.module.css';
import { type ChipProps, ChipTrigger, summarise } from './FilterChipTrigger.tsx';

const Chip = onDemand(ChipTrigger, () => import('./FilterEditor.tsx'));

/** One field of the filter: shows its value and opens its editor. */
export function FilterChip({ control, list }: ChipProps) {
  const { t } = useTranslation();
  const active = (list.values[control.field] ?? []).length > 0;
  return (
    <Group gap={0} wrap="nowrap" className={classes.chip} data-active={active}>
      <Chip control={control} list={list} />
      {active && (
        <CloseButton
          size="md"
          mr={2}
          aria-label={t('filter.remove', { name: control.label })}
          onClick={() => list.setField(control.field, [])}
        />
      )}
    </Group>
  );
}

/** A field that the list has no control for: its value can be read and removed. */
export function WrittenChip({ field, list }: { field: string; list: ListState }) {
  const { t, i18n } = useTranslation();
  const key = `ui:filter.fields.${field}`;
  const label = i18n.exists(key) ? i18n.t(key as 'ui:filter.fields.name') : field;
  const spec = list.fields[field] ?? { kind: 'text' };
  return (
    <Group gap={0} wrap="nowrap" className={classes.chip} data-active>
      <span className={classes.written}>
        {label}: {summarise(list.values[field] ?? [], { field, label }, spec, t)}
      </span>
      <CloseButton
        size="md"
        mr={2}
        aria-label={t('filter.remove', { name: label })}
        onClick={() => list.setField(field, [])}
      />
    </Group>
  );
}
