import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { formatDay, parseDay } from '#contract/dates.ts';
import type { FilterField } from '#contract/filter.ts';
import { parseMoney } from '#contract/money.ts';
import { type Translate, useTranslation } from '../../i18n.ts';
import { writeMoney } from '../../quantity.ts';
import type { TriggerProps } from '../on-demand.tsx';
import type { ListState } from '../table/list-state.ts';
import { readRange } from '../table/list-state.ts';
import classes from './FilterBar.module.css';
import type { FilterControl } from './filter-control.ts';

export type ChipProps = { control: FilterControl; list: ListState };

/** The chip's button; it shows the value of the field. */
export function ChipTrigger({ control, list, ...trigger }: ChipProps & TriggerProps) {
  const { t } = useTranslation();
  const values = list.values[control.field] ?? [];
  const summary = summarise(values, control, list.fields[control.field] ?? { kind: 'text' }, t);
  return (
    <Button
      {...trigger}
      variant="transparent"
      className={classes.chipButton}
      aria-haspopup="dialog"
      rightSection={values.length === 0 && <IconChevronDown size={14} aria-hidden />}
    >
      {summary ? `${control.label}: ${summary}` : control.label}
    </Button>
  );
}

/** The values of a field in a few words. */
export function summarise(
  values: readonly string[],
  control: FilterControl,
  spec: FilterField,
  t: Translate<'ui'>,
): string {
  const [first] = values;
  if (first === undefined) return '';
  if (spec.kind === 'flag') return t(first === 'yes' ? 'filter.yes' : 'filter.no');
  const unnamed = (value: string) => (spec.kind === 'id' ? t('filter.record', { id: value }) : value);
  const names = values.map(
    (value) => control.options?.find((option) => option.value === value)?.label ?? unnamed(value),
  );
  if (names.length > 2) return `${names[0]} +${names.length - 1}`;
  const show = (text: string) =>
    spec.kind === 'day' || spec.kind === 'money' ? printers[spec.kind](text) : text;
  if (!first.includes('..')) return names.map(show).join(', ');
  const [from, to] = readRange(first).map((end) => (end === '' ? '' : show(end)));
  if (from && to) return t('filter.range', { from, to });
  return from ? `≥ ${from}` : `≤ ${to}`;
}

/** Values of the address in the writing of the screens. */
const printers = {
  day: (day: string) => (parseDay(day) ? formatDay(day) : day),
  money: (amount: string) => {
    const centavos = parseMoney(amount);
    return centavos === null ? amount : writeMoney(centavos);
  },
};
