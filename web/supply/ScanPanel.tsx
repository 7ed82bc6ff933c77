import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Unbroken } from '../ui/page/Unbroken.tsx';
import { type OnScan, Scan } from '../ui/scan/Scan.tsx';
import classes from './ScanPanel.module.css';

type ScanPanelProps = {
  /** Progress and next step, readable from a distance. */
  next: string;
  /** A word or a sentence. */
  long?: boolean;
  /** Label of the scan field. */
  label: string;
  /** Absent for readers who only watch. */
  /** What happens after the scan, until one is answered. */
  hint?: string;
  onScan: OnScan | undefined;
  actions?: ReactNode;
};

/** The next step in large letters, and the scan field. */
export function ScanPanel({ next, long, label, hint, onScan, actions }: ScanPanelProps) {
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <div className={classes.next} data-long={long || undefined} role="status">
          <Unbroken text={next} />
        </div>
        {actions}
      </Group>
      {onScan && <Scan onScan={onScan} label={label} {...(hint && { hint })} />}
    </Stack>
  );
}
