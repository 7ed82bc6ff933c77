import { CloseButton, Group } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import { onDemand } from '../on-demand.tsx';
import classes from './FilterBar.module.css';
import { type ChipProps, ChipTrigger } from './FilterChipTrigger.tsx';

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
