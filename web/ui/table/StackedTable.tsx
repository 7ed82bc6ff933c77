import { Box, Table, type TableProps } from '@mantine/core';
import type { CSSProperties } from 'react';
import stacked from './stacked.module.css';

type StackedTableProps = TableProps & {
  'aria-label': string;
  /** A container wider than this scrolls instead of stacking: px. */
  from: number;
};

/** A small table within a screen; on a phone each row is a block of labelled lines (`data-label` on its cells). */
export function StackedTable({ from, ...table }: StackedTableProps) {
  const label = table['aria-label'];
  return (
    <Box className={stacked.scroller} tabIndex={0} role="group" aria-label={label}>
      <Table
        {...table}
        className={stacked.table}
        style={{ '--stacked-from': `${from}px` } as CSSProperties}
      />
    </Box>
  );
}
