import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FieldProps } from '../bindings.ts';

type TextualProps<T> = FieldProps<T> & {
  parse: (text: string) => T | undefined;
  print: (value: T) => string;
  /** Formats while typing at the end, and after pasting; edits in the middle are left alone. */
  mask?: (text: string) => string;
  prefix?: string;
  suffix?: string | undefined;
  inputMode: 'decimal' | 'numeric' | 'tel' | 'text';
  align?: 'right' | undefined;
  maxLength?: number;
  /** What is wrong with a text that has no value, shown instead of the words of the schema. */
  fault?: (text: string) => string | undefined;
  /** Enter, instead of sending the form. */
  onEnter?: (() => void) | undefined;
  /** The value after an arrow key, where values have steps. */
  step?: (value: T, up: boolean) => T;
};

/**
 * A free text that is formatted on blur. Invalid text stays visible and is submitted as NaN, so that the schema
 * refuses it instead of a silent correction.
 */
export function TextualField<T>({
  value,
  onChange,
  onBlur,
  parse,
  print,
  mask,
  prefix,
  suffix,
  align,
  fault,
  step,
  onEnter,
  error,
  ...rest
}: TextualProps<T>) {
  const [text, setText] = useState(() => print(value));
  const [isLeft, setLeft] = useState(false);
  const sent = useRef(value);
  useEffect(() => {
    if (Object.is(sent.current, value)) return;
    sent.current = value;
    setText(print(value));
  }, [value, print]);
  return (
    <TextInput
      {...rest}
      value={text}
      error={((isLeft || error) && fault?.(text)) || error}
      autoComplete="off"
      leftSection={prefix}
      rightSection={suffix}
      styles={align === 'right' ? { input: { textAlign: 'right' } } : undefined}
      onChange={(event) => {
        const { value: typed, selectionStart } = event.currentTarget;
        const added = typed.length > text.length && selectionStart === typed.length;
        const { inputType } = event.nativeEvent as InputEvent;
        const next = mask && (added || inputType === 'insertFromPaste') ? mask(typed) : typed;
        setText(next);
        setLeft(false);
        const parsed = parse(next);
        if (parsed === undefined || Object.is(parsed, sent.current)) return;
        sent.current = parsed;
        onChange(parsed);
      }}
      onKeyDown={(event) => {
        if (onEnter && event.key === 'Enter') {
          event.preventDefault();
          onEnter();
        }
        const up = event.key === 'ArrowUp';
        if (!step || (!up && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        const next = step(sent.current, up);
        sent.current = next;
        setText(print(next));
        onChange(next);
      }}
      onBlur={() => {
        setLeft(true);
        const parsed = parse(text);
        if (parsed !== undefined && !Number.isNaN(parsed)) setText(print(parsed));
        onBlur?.();
      }}
    />
  );
}
