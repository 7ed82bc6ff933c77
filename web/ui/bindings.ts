import type { ReactNode } from 'react';

/** Props of a field, from a form (`{...form.field('name')}`) or from any other state. */
export type Binding<T> = {
  value: T;
  onChange: (value: T) => void;
  name?: string;
  error?: ReactNode;
  onBlur?: () => void;
};

/** Props of every field in `web/ui` besides its binding. */
export type FieldLook = {
  label?: string;
  /** Required without a visible label. */
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
