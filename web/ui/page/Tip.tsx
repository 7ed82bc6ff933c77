import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

/** A tooltip, loaded if there is a text. */
export default function Tip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Tooltip label={label} multiline maw="min(20rem, 90vw)">
      {children}
    </Tooltip>
  );
}
