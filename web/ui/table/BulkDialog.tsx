import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n.ts';
import { Form } from '../form/Form.tsx';
import type { FormState } from '../form/form-state.ts';
import type { Chosen } from './row-selection.ts';

type BulkDialogProps<T> = {
  title: string;
  chosen: Chosen<T>;
  /** A form on a bulk endpoint; its children are the fields. */
  form: Parameters<typeof Form>[0]['form'] & Pick<FormState<Record<string, unknown>>, 'dirty' | 'pending'>;
  /** Replaces the hint that empty fields are not changed. */
  hint?: string;
  submit?: string;
  onClose: () => void;
  children: ReactNode;
};

/** One change for all selected rows of a list. */
export function BulkDialog<T>({ title, chosen, form, hint, submit, onClose, children }: BulkDialogProps<T>) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <Form form={form} guard={false}>
        <Text size="sm">{t('table.selected', { rows: chosen.rowsText })}</Text>
        <Text size="sm" c="dimmed">
          {hint ?? t('bulk.hint')}
        </Text>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('act.cancel')}
          </Button>
          <Button type="submit" loading={form.pending} disabled={!form.dirty && !submit}>
            {submit ?? t('bulk.submit', { rows: chosen.rowsText })}
          </Button>
        </Group>
      </Form>
    </Modal>
  );
}
