import type { WalkLevel } from '#contract/inventory/walk.ts';

type Placed = WalkLevel['positions'][number];

/**
 * Positions that are walked backwards if every second row is. A row is a position with children, or neighbours with
 * one prefix.
 */
export function runsBack(positions: readonly Placed[]): boolean[] {
  let row = 0;
  return positions.map((position, index) => {
    const before = positions[index - 1];
    if (!before || position.children > 0 || before.children > 0 || position.prefix !== before.prefix)
      row += 1;
    return row % 2 === 0;
  });
}

export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items];
  const [taken] = next.splice(from, 1);
  if (taken !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, taken);
  return next;
}
