import { ActionIcon, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';
import { PhoneField } from '../../ui/form/brazilian-fields.tsx';
import { FieldRow } from '../../ui/form/Form.tsx';
import type { FormState } from '../../ui/form/form-state.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { newContact, type SupplierValues } from './supplier-values.ts';

/** Contacts of a supplier, one of them the main one. */
export function ContactsSection({ form }: { form: FormState<SupplierValues> }) {
  const { t } = useTranslation('supply');
  const { contacts } = form.values;
  const makeMain = (chosen: number) =>
    form.set(
      'contacts',
      contacts.map((contact, index) => ({ ...contact, main: index === chosen })),
    );
  return (
    <Section title={t('suppliers.contacts')}>
      {contacts.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('suppliers.noContacts')}
        </Text>
      )}
      <Stack gap="md">
        {contacts.map((contact, index) => (
          <div key={contact.id ?? contact.tempId}>
            <FieldRow>
              <TextField {...form.field(`contacts.${index}.name`)} label={t('suppliers.contactName')} />
              <PhoneField {...form.field(`contacts.${index}.phone`)} label={t('suppliers.phone')} />
              <TextField {...form.field(`contacts.${index}.email`)} label={t('suppliers.email')} />
            </FieldRow>
            <Group justify="space-between" mt={6}>
              <Radio
                label={t('suppliers.main')}
                checked={contact.main}
                onChange={() => makeMain(index)}
                name="main-contact"
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('suppliers.removeContact', { position: index + 1 })}
                onClick={() => form.remove('contacts', index)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          </div>
        ))}
      </Stack>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.add('contacts', newContact(contacts.length === 0))}
        >
          {t('suppliers.addContact')}
        </Button>
      </div>
    </Section>
  );
}
