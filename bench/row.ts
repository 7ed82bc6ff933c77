/** One line of the bench: what was reached beside what must be. */
export type Row = {
  line: string;
  value: number;
  goal: number;
  better: 'higher' | 'lower';
  /** Of `value` and `goal`: '/s', 'ms', '% of limit', 'MiB', 'kB', 's', '×'. */
  unit: string;
  /** What the figure was made of, for the table printed to people. */
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
 * Figures of one part of the product, measured on machines of its own: files `flows/*-lines.ts` and `browser/*-lines.ts`
 * export it as `measure`.
 */
export type Measure = (options: { quick: boolean }) => Promise<Row[]>;
