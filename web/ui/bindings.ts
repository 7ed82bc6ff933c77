import type { ReactNode } from 'react';

/** What a field takes from a form (`{...form.field('name')}`) or from anyone who holds the value. */
export type Binding<T> = {
  value: T;
  onChange: (value: T) => void;
  name?: string;
  error?: ReactNode;
  onBlur?: () => void;
};

/** What every field of `web/ui` takes besides its binding. */
export type FieldLook = {
  label?: string;
  /** When there is no visible label. */
  'aria-label'?: string;
  description?: ReactNode;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  autoFocus?: boolean;
  size?: 'xs' | 'sm' | 'md' | 'floor';
  className?: string;
};

export type FieldProps<T> = Binding<T> & FieldLook;
