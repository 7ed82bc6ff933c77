import { Button, Group } from '@mantine/core';

/** The one button of a dialog's form. */
export function DialogSubmit({ form, label }: { form: { pending: boolean }; label: string }) {
  return (
    <Group justify="flex-end">
      <Button type="submit" loading={form.pending}>
        {label}
      </Button>
    </Group>
  );
}
