import type { ImportRow } from '#contract/business/import/import.ts';
import { type ImportKind, moveKinds } from '#contract/business/import/kinds.ts';

const order: readonly ImportKind[] = moveKinds;

/** The imports of a move as they are checked and applied: each needs the records of those before it. */
export const inMoveOrder = <Row extends Pick<ImportRow, 'id' | 'kind'>>(items: readonly Row[]): Row[] =>
  items.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind) || one.id - other.id);
