import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { type OnScan, Scan } from '../ui/scan/Scan.tsx';
import classes from './ScanPanel.module.css';

type ScanPanelProps = {
  /** How far it is and what is next, readable from where the goods are. */
  next: string;
  /** It is now a word and now a sentence. */
  long?: boolean;
  /** What the field asks for. */
  label: string;
  /** Absent for who only looks on. */
  onScan: OnScan | undefined;
  actions?: ReactNode;
};

/** What is next in large letters, and the field that codes are read into. */
export function ScanPanel({ next, long, label, onScan, actions }: ScanPanelProps) {
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <div className={classes.next} data-long={long || undefined} role="status">
          {next}
        </div>
        {actions}
      </Group>
      {onScan && <Scan onScan={onScan} label={label} />}
    </Stack>
  );
}
