import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** An error of something that is not an input; a refused form moves the focus here. */
export function FieldFault({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <Text size="xs" c="red" role="alert" data-invalid="true" tabIndex={-1}>
      {children}
    </Text>
  );
}
