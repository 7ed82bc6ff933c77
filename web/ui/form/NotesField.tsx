import { Textarea } from '@mantine/core';
import type { FieldProps } from '../bindings.ts';

/** Text of several lines that grows with its content. */
export function NotesField({
  onChange,
  rows = 3,
  ...rest
}: FieldProps<string> & { rows?: number; maxLength?: number }) {
  return (
    <Textarea
      {...rest}
      autosize
      minRows={rows}
      maxRows={16}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
