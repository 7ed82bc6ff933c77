import { Button, Checkbox, Popover, Radio, ScrollArea, Stack, TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { parseDay } from '#contract/dates.ts';
import type { FilterField } from '#contract/filter.ts';
import { formatAmount, parseMoney } from '#contract/money.ts';
import { useTranslation } from '../../i18n.ts';
import { MoneyField } from '../form/brazilian-fields.tsx';
import type { DayFieldProps } from '../form/DayField.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { lazyWithFallback } from '../lazy-with-fallback.tsx';
import { useOpenAtOnce } from '../on-demand.tsx';
import { printRange, readRange } from '../table/list-state.ts';
import { type ChipProps, ChipTrigger } from './FilterChipTrigger.tsx';
import type { FilterControl } from './filter-control.ts';

const DayField = lazyWithFallback<DayFieldProps>(() =>
  import('../form/DayField.tsx').then((module) => ({ default: module.DayField })),
);

/** Editor of one filter field, in a popover below its chip. */
export default function FilterEditor(props: ChipProps) {
  const { control, list } = props;
  const { target, opened, setOpened } = useOpenAtOnce();
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
      <Popover.Target>
        <ChipTrigger {...props} ref={target} onClick={() => setOpened((open) => !open)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={control.label}>
        <Editor
          control={control}
          spec={list.fields[control.field] ?? { kind: 'text' }}
          values={list.values[control.field] ?? []}
          set={(next) => list.setField(control.field, next)}
          close={() => setOpened(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

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
      return props.control.options ? <ChoiceEditor {...props} /> : <TextEditor {...props} />;
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
      <NumberEnd isMoney={spec.kind === 'money'} label={label} value={value} change={change} />
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

type NumberEndProps = { isMoney: boolean; label: string; value: string; change: (next: string) => void };

/** An end of a range of amounts or whole numbers; what is unclear stays in the field and is no end. */
function NumberEnd({ isMoney, label, value, change }: NumberEndProps) {
  const Field = isMoney ? MoneyField : NumberField;
  const read = isMoney ? parseMoney : (text: string) => (text === '' ? null : Number(text));
  const [typed, setTyped] = useState(() => read(value));
  return (
    <Field
      label={label}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        change(next === null || Number.isNaN(next) ? '' : isMoney ? formatAmount(next) : String(next));
      }}
    />
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
