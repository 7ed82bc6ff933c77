import { openConnection, serialize } from '../client.ts';
import { Refused } from '../compare.ts';
import { percentile } from '../figures.ts';
import type { Row } from '../row.ts';

/** Sorted milliseconds of `times` answers to a GET, one after the other, after twenty requests that warm up. */
export async function timePage(url: string, path: string, token: string, times: number): Promise<number[]> {
  const connection = await openConnection(url);
  const request = serialize(url, { path: `/api${path}`, token });
  const taken: number[] = [];
  for (let n = -20; n < times; n++) {
    const began = performance.now();
    const { status, body } = await connection.send(request);
    if (status !== 200) throw new Refused(`${path}: ${status} ${body.toString().slice(0, 200)}`);
    if (n >= 0) taken.push(performance.now() - began);
  }
  connection.close();
  return taken.sort((a, b) => a - b);
}

type Pages = { of: string; pages: readonly { line: string; path: string }[]; times: number };

/** A row for each page of a list, with the goal of 100 ms for a list. */
export async function timePages(url: string, token: string, { of, pages, times }: Pages): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { line, path } of pages) {
    const taken = await timePage(url, path, token, times);
    rows.push({
      line: `${of}: ${line}, p95`,
      value: percentile(taken, 0.95),
      goal: 100,
      better: 'lower',
      unit: 'ms',
      note: `p50 ${percentile(taken, 0.5).toFixed(1)} ms`,
    });
  }
  return rows;
}
