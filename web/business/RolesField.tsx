import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { type Role, roles } from '#contract/permissions.ts';
import { useTranslation } from '../i18n.ts';
import type { Binding } from '../ui/bindings.ts';

/** Several roles may be held; each says what it opens. */
export function RolesField({ value, onChange, error, name }: Binding<Role[]>) {
  const { t } = useTranslation('business');
  return (
    <Checkbox.Group
      label={t('staff.roles')}
      required
      value={value}
      error={error}
      // In the order of the list, not of the clicks.
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
