import { appendFileSync } from 'node:fs';

/** One line of the table. Nothing may be lost and nothing doubled: a run in which something was has no line. */
export type Row = { fault: string; times: number; backMs?: number; note?: string };

/** Small in `npm run campaigns`, whole by `npm run faults`. */
export const isWhole = process.env.FAULTS_SIZE === 'whole';
export const sized = (small: number, whole: number): number => (isWhole ? whole : small);

export function report(row: Row): void {
  const file = process.env.FAULTS_REPORT;
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
}
