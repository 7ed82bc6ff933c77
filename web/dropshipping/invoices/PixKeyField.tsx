import type { PixKeyType } from '#contract/dropshipping/pix.ts';
import type { FieldProps } from '../../ui/bindings.ts';
import { DocumentField, PhoneField, UuidField } from '../../ui/form/brazilian-fields.tsx';
import { TextField } from '../../ui/form/TextField.tsx';

const EmailField = (props: FieldProps<string>) => <TextField {...props} type="email" inputMode="email" />;

const fields = {
  document: DocumentField,
  phone: PhoneField,
  email: EmailField,
  random: UuidField,
} satisfies Record<PixKeyType, (props: FieldProps<string>) => unknown>;

/** A Pix key in the format of its type. */
export function PixKeyField({ type, ...props }: FieldProps<string> & { type: PixKeyType }) {
  const Field = fields[type];
  return <Field {...props} />;
}
