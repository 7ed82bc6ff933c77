import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** What is wrong with something that is no input; a form that is refused for it leads here. */
export function FieldFault({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <Text size="xs" c="red" role="alert" data-invalid="true" tabIndex={-1}>
      {children}
    </Text>
  );
}
