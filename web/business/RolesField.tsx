import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { type Role, roles } from '#contract/permissions.ts';
import { useTranslation } from '../i18n.ts';
import type { Binding } from '../ui/bindings.ts';

/** A person may have several roles; each choice explains its permissions. */
export function RolesField({ value, onChange, error, name }: Binding<Role[]>) {
  const { t } = useTranslation('business');
  return (
    <Checkbox.Group
      label={t('staff.roles')}
      required
      value={value}
      error={error}
      // Sorted as in the list, independent of the order of the clicks.
      onChange={(chosen) => onChange(roles.filter((role) => chosen.includes(role)))}
    >
      <Stack gap={8} mt={6}>
        {roles.map((role) => (
          <Checkbox
            key={role}
            name={name}
            value={role}
            aria-invalid={error ? true : undefined}
            label={
              <Group gap={6}>
                <Text span fw={600}>
                  {t(`roles.${role}`)}
                </Text>
                <Text span size="sm" c="dimmed">
                  {t(`roleHints.${role}`)}
                </Text>
              </Group>
            }
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
