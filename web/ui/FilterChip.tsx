import {
  Button,
  Checkbox,
  CloseButton,
  Group,
  Popover,
  Radio,
  ScrollArea,
  Stack,
  TextInput,
} from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, parseDay } from '#contract/dates.ts';
import type { FilterField } from '#contract/filter.ts';
import classes from './FilterBar.module.css';
import type { FilterControl } from './FilterBar.tsx';
import { type ListState, printRange, readRange } from './list-state.ts';

const DayField = lazy(() => import('./DayField.tsx').then((module) => ({ default: module.DayField })));

type ChipProps = { control: FilterControl; list: ListState };

/** One field of the filter: says what it holds, opens what changes it. */
export function FilterChip({ control, list }: ChipProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const values = list.values[control.field] ?? [];
  const spec = list.fields[control.field] ?? { kind: 'text' };
  const summary = summarise(values, control, spec, t);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
      shadow="md"
    >
      <Group gap={0} wrap="nowrap" className={classes.chip} data-active={values.length > 0}>
        <Popover.Target>
          <Button
            variant="transparent"
            className={classes.chipButton}
            rightSection={values.length === 0 && <IconChevronDown size={14} aria-hidden />}
            onClick={() => setOpened((open) => !open)}
          >
            {summary ? `${control.label}: ${summary}` : control.label}
          </Button>
        </Popover.Target>
        {values.length > 0 && (
          <CloseButton
            size="md"
            mr={2}
            aria-label={t('filter.remove', { name: control.label })}
            onClick={() => list.setField(control.field, [])}
          />
        )}
      </Group>
      <Popover.Dropdown aria-label={control.label}>
        <Editor
          control={control}
          spec={spec}
          values={values}
          set={(next) => list.setField(control.field, next)}
          close={() => setOpened(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

type Translate = TFunction<'ui'>;

function summarise(
  values: readonly string[],
  control: FilterControl,
  spec: FilterField,
  t: Translate,
): string {
  const [first] = values;
  if (first === undefined) return '';
  if (spec.kind === 'flag') return t(first === 'yes' ? 'filter.yes' : 'filter.no');
  const names = values.map(
    (value) => control.options?.find((option) => option.value === value)?.label ?? value,
  );
  if (names.length > 2) return `${names[0]} +${names.length - 1}`;
  if (!first.includes('..')) return names.map((name) => (spec.kind === 'day' ? show(name) : name)).join(', ');
  const [from, to] = readRange(first).map((end) => (spec.kind === 'day' ? show(end) : end));
  if (from && to) return t('filter.range', { from, to });
  return from ? `≥ ${from}` : `≤ ${to}`;
}

const show = (day: string) => (parseDay(day) ? formatDay(day) : day);

type EditorProps = {
  control: FilterControl;
  spec: FilterField;
  values: readonly string[];
  set: (values: readonly string[]) => void;
  close: () => void;
};

function Editor(props: EditorProps) {
  switch (props.spec.kind) {
    case 'choice':
    case 'id':
      return <ChoiceEditor {...props} />;
    case 'flag':
      return <FlagEditor {...props} />;
    case 'day':
    case 'money':
    case 'number':
      return <RangeEditor {...props} />;
    case 'text':
      return <TextEditor {...props} />;
  }
}

function ChoiceEditor({ control, spec, values, set }: EditorProps) {
  const options =
    control.options ?? (spec.kind === 'choice' ? spec.values.map((value) => ({ value, label: value })) : []);
  return (
    <ScrollArea.Autosize mah={320}>
      <Checkbox.Group value={[...values]} onChange={set} aria-label={control.label}>
        <Stack gap="xs">
          {options.map((option) => (
            <Checkbox key={option.value} value={option.value} label={option.label} />
          ))}
        </Stack>
      </Checkbox.Group>
    </ScrollArea.Autosize>
  );
}

function FlagEditor({ control, values, set, close }: EditorProps) {
  const { t } = useTranslation();
  const choose = (value: string) => {
    set(value === '' ? [] : [value]);
    close();
  };
  return (
    <Radio.Group value={values[0] ?? ''} onChange={choose} aria-label={control.label}>
      <Stack gap="xs">
        <Radio value="" label={t('filter.any')} />
        <Radio value="yes" label={t('filter.yes')} />
        <Radio value="no" label={t('filter.no')} />
      </Stack>
    </Radio.Group>
  );
}

function RangeEditor({ spec, values, set, close }: EditorProps) {
  const { t } = useTranslation();
  const [[from, to], setEnds] = useState(() => readRange(values[0]));
  const field = (label: string, value: string, change: (next: string) => void) =>
    spec.kind === 'day' ? (
      <DayField label={label} value={parseDay(value)} onChange={(day) => change(day ?? '')} />
    ) : (
      <TextInput
        label={label}
        inputMode="decimal"
        leftSection={spec.kind === 'money' ? 'R$' : undefined}
        value={value}
        onChange={(event) => change(event.currentTarget.value.trim())}
      />
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const range = printRange(from, to);
        set(range ? [range] : []);
        close();
      }}
    >
      <Stack gap="sm" w={200}>
        <Suspense>
          {field(t('filter.from'), from, (next) => setEnds([next, to]))}
          {field(t('filter.to'), to, (next) => setEnds([from, next]))}
        </Suspense>
        <Button type="submit">{t('filter.apply')}</Button>
      </Stack>
    </form>
  );
}

function TextEditor({ control, values, set, close }: EditorProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(values.join(', '));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        set(
          text
            .split(',')
            .map((value) => value.trim())
            .filter(Boolean),
        );
        close();
      }}
    >
      <Stack gap="sm" w={220}>
        <TextInput
          label={control.label}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit">{t('filter.apply')}</Button>
      </Stack>
    </form>
  );
}
