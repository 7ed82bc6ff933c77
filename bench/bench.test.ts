import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { alternate, numbered, Refused } from './compare.ts';
import { pairsOf } from './pairs.ts';
import { linesOf, print, type Results } from './results.ts';
import { isReached } from './row.ts';
import { runBench } from './run.ts';
import { planOf } from './seed/plan.ts';

const tiny = {
  rows: 200,
  quick: true,
  pace: { seconds: 0.2, rounds: 1 },
  httpOnly: true,
  log: () => undefined,
};

test('every line next to the limit yields a figure, and the results file contains all of them', async () => {
  const names = pairsOf(planOf({ url: '', rows: 200 }), '').map(({ name }) => name.toLowerCase());
  const { rows, refused } = await runBench({ ...tiny, only: [...names, 'deep pages'] });
  expect(refused).toEqual([]);
  for (const name of [...names, 'deep page'])
    expect(
      rows.map(({ line }) => line.toLowerCase()).some((line) => line.includes(name)),
      name,
    ).toBe(true);
  for (const { line, value, goal } of rows) expect([value > 0, goal > 0], line).toEqual([true, true]);
  const head = { command: 'npm run bench', date: '2026-11-28', machine: 'here', load: 'none' };
  const read = JSON.parse(print({ ...head, lines: linesOf(rows) })) as Results;
  expect(read).toMatchObject(head);
  expect(read.lines.map(({ line, met }) => [line, met])).toEqual(
    rows.map((row) => [row.line, isReached(row)]),
  );
}, 180_000);

test('a run with one answer that is an error has no figure', async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    response.writeHead(++asked === 40 ? 503 : 200, { 'content-length': 2 });
    response.end('{}');
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const target = { urls: [`http://127.0.0.1:${port}`], pids: [], databasePid: 0 };
  const measured = alternate('a line', [{ target, next: numbered(target, () => ({ path: '/' })) }], 1, {
    seconds: 0.2,
    rounds: 3,
  });
  await expect(measured).rejects.toThrow(Refused);
});
