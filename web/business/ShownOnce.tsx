import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { CopyButton } from '../ui/page/CopyButton.tsx';

type ShownOnceProps = {
  title: string;
  hint: string;
  /** Name of the secret. */
  label: string;
  secret: string;
  copy: string;
  done: string;
  close: () => void;
};

/** A secret that is shown only once, so a click outside does not close the dialog. */
export function ShownOnce({ title, hint, label, secret, copy, done, close }: ShownOnceProps) {
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text c="dimmed">{hint}</Text>
        <Code block aria-label={label} style={{ whiteSpace: 'pre-wrap', wordBreak: 'break-all' }}>
          {secret}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={secret} label={copy} />
          <Button onClick={close}>{done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
