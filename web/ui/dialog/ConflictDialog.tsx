import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import type { Conflict } from '../form/form-state.ts';

type Props = {
  conflict: Conflict<Record<string, unknown>>;
  /** The submitted form, whose fields provide the labels. */
  form: HTMLFormElement | null;
  keepMine: () => unknown;
  takeTheirs: () => void;
};

/** Somebody saved meanwhile: shows both versions side by side for the reader to choose. */
export default function ConflictDialog({ conflict, form, keepMine, takeTheirs }: Props) {
  const { t } = useTranslation();
  const { mine, theirs } = conflict;
  const labels = labelsOf(form);
  const different = Object.keys(mine).filter(
    (key) => JSON.stringify(mine[key]) !== JSON.stringify(theirs[key]),
  );
  return (
    <Modal
      opened
      onClose={takeTheirs}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size="lg"
      title={t('form.conflictTitle')}
    >
      <Stack>
        <Text>{different.length > 0 ? t('form.conflictMessage') : t('form.conflictSame')}</Text>
        {different.length > 0 && (
          <Table withTableBorder withColumnBorders>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('form.field')}</Table.Th>
                <Table.Th>{t('form.mine')}</Table.Th>
                <Table.Th>{t('form.theirs')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {different.map((key) => (
                <Table.Tr key={key}>
                  <Table.Th>{labels.get(key) ?? key}</Table.Th>
                  <Table.Td>{printValue(mine[key], t('form.empty'))}</Table.Td>
                  <Table.Td>{printValue(theirs[key], t('form.empty'))}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={takeTheirs}>
            {t('form.takeTheirs')}
          </Button>
          <Button onClick={keepMine}>{t('form.keepMine')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Path of a field → its visible label, without the mark of required fields. */
function labelsOf(form: HTMLFormElement | null): Map<string, string> {
  const labels = new Map<string, string>();
  for (const label of form?.querySelectorAll('label') ?? []) {
    const path = label.control?.getAttribute('name') ?? label.control?.getAttribute('data-field');
    const words = [...label.childNodes].filter(
      (node) => !(node instanceof Element && node.getAttribute('aria-hidden')),
    );
    if (path)
      labels.set(
        path,
        words
          .map((node) => node.textContent)
          .join('')
          .trim(),
      );
  }
  return labels;
}

function printValue(value: unknown, empty: string): string {
  if (value === null || value === undefined || value === '') return empty;
  if (typeof value !== 'object') return String(value);
  if ('name' in value && typeof value.name === 'string') return value.name;
  return Array.isArray(value)
    ? value.map((item) => printValue(item, empty)).join('; ')
    : JSON.stringify(value);
}
