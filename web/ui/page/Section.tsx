import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type SectionProps = {
  title?: string;
  hint?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A panel of a screen or form: fields and blocks one below the other. */
export function Section({ title, hint, actions, children }: SectionProps) {
  return (
    <Paper component="section" aria-label={title}>
      <Stack gap="sm">
        {(title || actions) && (
          <Group justify="space-between" align="center">
            <div>
              {title && <Title order={2}>{title}</Title>}
              {hint && (
                <Text size="sm" c="dimmed">
                  {hint}
                </Text>
              )}
            </div>
            {actions && <Group gap="xs">{actions}</Group>}
          </Group>
        )}
        {children}
      </Stack>
    </Paper>
  );
}
