import { Button, Group, Text } from '@mantine/core';

type DialogSubmitProps = {
  form: { pending: boolean; failure: string | null };
  label: string;
  size?: 'floor';
};

/** The one button of a dialog's form, and why it did not work. */
export function DialogSubmit({ form, label, size }: DialogSubmitProps) {
  return (
    <Group justify="flex-end">
      <Text size="sm" c="var(--easy-bad-text)" aria-live="polite">
        {form.failure}
      </Text>
      <Button type="submit" size={size} loading={form.pending}>
        {label}
      </Button>
    </Group>
  );
}
