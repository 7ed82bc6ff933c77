import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { isReached, type Row } from './row.ts';

/** One measured figure. Without a goal it is a figure to compare runs by, and `better` and `met` are null. */
export type ResultLine = {
  line: string;
  /** Null if the run ended before the figure was known. */
  value: number | null;
  unit: string;
  goal: number | null;
  better: Row['better'] | null;
  met: boolean | null;
  note?: string;
};

export type Results = { command: string; date: string; machine: string; load: string; lines: ResultLine[] };

/** A figure without a goal. */
export const figure = (line: string, value: number, unit = '', note = ''): ResultLine => ({
  ...{ line, value, unit, goal: null, better: null, met: null },
  ...(note && { note }),
});

/** A count that has to be zero. */
export const none = (line: string, value: number): ResultLine => ({
  ...{ line, value, unit: '', goal: 0, better: 'lower' as const, met: value === 0 },
});

export function linesOf(rows: readonly Row[]): ResultLine[] {
  return rows.map((row) => {
    const { line, value, unit, goal, better, note } = row;
    const known = Number.isFinite(value) ? value : null;
    return { line, value: known, unit, goal, better, met: isReached(row), ...(note && { note }) };
  });
}

/** Writes the results of `npm run <command>` to a file; those kept in the repository are in `bench/results`. */
export function writeResults(file: string, command: string, lines: readonly ResultLine[]): void {
  const [first] = cpus();
  const results: Results = {
    command: ['npm run', command, ...argumentsOf(file)].join(' '),
    date: new Date().toISOString(),
    machine: `${cpus().length} × ${first?.model ?? 'processor'}, Node ${process.version}`,
    load: `load average ${loadavg()
      .map((value) => value.toFixed(1))
      .join(' ')}`,
    lines: [...lines],
  };
  writeFileSync(file, print(results));
}

/** The arguments of this run without the name of the results file. */
function argumentsOf(file: string): string[] {
  const given = process.argv.slice(2).filter((argument) => argument !== '--json' && argument !== file);
  return given.length > 0 ? ['--', ...given] : [];
}

/** JSON with one line per figure, so that a diff between two runs shows which figures changed. */
export function print({ lines, ...head }: Results): string {
  const heading = Object.entries(head).map(([key, value]) => `  "${key}": ${JSON.stringify(value)},`);
  const figures = lines.map((line) => `    ${JSON.stringify(line)}`).join(',\n');
  return ['{', ...heading, '  "lines": [', figures, '  ]', '}', ''].join('\n');
}
