import type { ReactElement } from 'react';
import { formatQuantity } from '../../quantity.ts';
import cells from './cells.module.css';

type LinesProps = {
  all: string;
  /** False beside a column that counts the same. */
  counted?: boolean;
  children: readonly ReactElement[];
};

/** Several values in one cell: one line shows the first and the number of the others, a card shows all. */
export function Lines({ all, counted = true, children }: LinesProps) {
  return (
    <span className={cells.lines} title={children.length > 1 ? all : undefined}>
      {children}
      {counted && children.length > 1 && (
        <span className={`${cells.furtherLines} ${cells.count}`}>+{formatQuantity(children.length - 1)}</span>
      )}
    </span>
  );
}
