import { Switch } from '@mantine/core';
import type { FieldProps } from '../bindings.ts';

export function SwitchField({
  value,
  onChange,
  required: _required,
  readOnly,
  placeholder: _placeholder,
  ...rest
}: FieldProps<boolean>) {
  return (
    <Switch
      {...rest}
      disabled={rest.disabled || readOnly}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
