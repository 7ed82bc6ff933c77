/** One line of the bench: the value and its goal. */
export type Row = {
  line: string;
  value: number;
  goal: number;
  better: 'higher' | 'lower';
  /** Of `value` and `goal`: '/s', 'ms', '% of limit', 'MiB', 'kB', 's', '×'. */
  unit: string;
  /** Details of the figure, for the printed table. */
  note?: string;
};

/** Makes the lines of one part. */
export const rowsNamed =
  (part: string) =>
  (line: string, value: number, goal: number, better: Row['better'], unit: string, note = ''): Row => ({
    line: `${part}: ${line}`,
    value,
    goal,
    better,
    unit,
    note,
  });

export function isReached({ value, goal, better }: Row): boolean {
  return better === 'higher' ? value >= goal : value <= goal;
}

/**
 * Measures one part of the product on processes of its own. Files `flows/*-lines.ts` and `browser/*-lines.ts` export it
 * as `measure`.
 */
export type Measure = (options: { quick: boolean }) => Promise<Row[]>;
