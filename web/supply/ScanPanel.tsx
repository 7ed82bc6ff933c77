import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type OnScan, Scan } from '../ui/scan/Scan.tsx';

type ScanPanelProps = {
  /** How far it is and what is next, readable from where the goods are. */
  next: string;
  /** What the field asks for. */
  label: string;
  /** Absent for who only looks on. */
  onScan: OnScan | undefined;
  actions?: ReactNode;
};

/** What is next in large letters, and the field that codes are read into. */
export function ScanPanel({ next, label, onScan, actions }: ScanPanelProps) {
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fz={26} lh={1.25} fw={700} role="status">
          {next}
        </Text>
        {actions}
      </Group>
      {onScan && <Scan onScan={onScan} label={label} />}
    </Stack>
  );
}
