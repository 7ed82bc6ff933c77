import { Button, Group, Text } from '@mantine/core';

type DialogSubmitProps = {
  form: { pending: boolean; failure: string | null };
  label: string;
  size?: 'floor';
};

/** The submit button of a dialog, with the reason if it failed. */
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
