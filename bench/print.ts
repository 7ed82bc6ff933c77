import { cpus, loadavg } from 'node:os';
import type { Comparison, Measured } from './compare.ts';
import type { ResultLine } from './results.ts';
import { isReached, type Row } from './row.ts';

const number = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

const figures = (side: Measured) =>
  [side.perSecond, side.p50, side.p95, side.p99, side.serverCpu, side.databaseCpu].map(number);

const heading = ['line', 'conn.', 'side', '/s', 'p50', 'p95', 'p99', 'server CPU', 'database CPU', 'share'];

export function printComparisons(comparisons: readonly Comparison[]): string {
  const lines = comparisons.flatMap(({ name, connections, product, limit }) => [
    [
      name,
      String(connections),
      'product',
      ...figures(product),
      `${((100 * product.perSecond) / limit.perSecond).toFixed(0)} %`,
    ],
    ['', '', 'limit', ...figures(limit), ''],
  ]);
  return `${table([heading, ...lines])}\nms; processor time in ms for each request\n`;
}

export function printRows(rows: readonly Row[]): string {
  return table([
    ['line', 'value', 'goal', '', ''],
    ...rows.map((row) => [
      row.line,
      `${number(row.value)} ${row.unit}`,
      `${row.better === 'higher' ? '≥' : '≤'} ${row.goal}`,
      isReached(row) ? 'reached' : 'MISSED',
      row.note ?? '',
    ]),
  ]);
}

/** A figure without a goal, as a line of text. */
export function printFigure({ line, value, unit, note }: ResultLine): string {
  const text = `${line}: ${value ?? '–'} ${unit}`.trimEnd();
  return note ? `${text} (${note})` : text;
}

export function printMachine(): string {
  const [first] = cpus();
  const load = loadavg().map((value) => value.toFixed(1));
  return `${cpus().length} × ${first?.model ?? 'processor'}, Node ${process.version}, load average ${load.join(' ')}`;
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}
