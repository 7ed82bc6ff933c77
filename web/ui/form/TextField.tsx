import { TextInput } from '@mantine/core';
import type { HTMLInputAutoCompleteAttribute, Ref } from 'react';
import type { FieldProps } from '../bindings.ts';

type TextFieldProps = FieldProps<string> & {
  type?: 'text' | 'email' | 'tel' | 'url';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  maxLength?: number;
  inputMode?: 'text' | 'numeric' | 'email' | 'tel';
  ref?: Ref<HTMLInputElement>;
};

export function TextField({ onChange, ...rest }: TextFieldProps) {
  return <TextInput {...rest} onChange={(event) => onChange(event.currentTarget.value)} />;
}
