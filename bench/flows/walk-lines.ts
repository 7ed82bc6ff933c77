import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import { openConnection, serialize } from '../client.ts';
import { Refused } from '../compare.ts';
import { median } from '../figures.ts';
import type { Measure, Row } from '../row.ts';
import { type Machine, startMachine } from './machine.ts';

type Level = { positions: { id: number }[] };

/** The walk of a warehouse of 10,000 positions: all in one level, and in 500 rows of twenty. */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const size = quick ? 1000 : 10_000;
    const businessId = await makeBusiness(machine.app, 'supply');
    const { token } = await makeStaff(machine.app, businessId, ['owner']);
    const web = await machine.start('--web');
    const connection = await openConnection(web.url);
    let key = 0;
    const ask = async (method: 'GET' | 'PATCH', path: string, body?: unknown) => {
      const began = performance.now();
      const sent = { method, path: `/api${path}`, token, key: `bench-walk-${++key}`, body };
      const answer = await connection.send(serialize(web.url, sent));
      const ms = performance.now() - began;
      if (answer.status >= 300)
        throw new Refused(`${path}: ${answer.status} ${answer.body.toString().slice(0, 200)}`);
      return { ms, level: JSON.parse(answer.body.toString()) as Level };
    };
    const rows: Row[] = [];
    for (const [shape, perRow] of [
      ['in one level', 0],
      ['in rows of 20', 20],
    ] as const) {
      const path = `/warehouses/${await makePositions(machine, businessId, size, perRow)}/walk`;
      const read: number[] = [];
      const arranged: number[] = [];
      for (let n = 0; n <= (quick ? 1 : 5); n++) {
        const { ms, level } = await ask('GET', path);
        const positionIds = level.positions.map((position) => position.id).toReversed();
        const saved = await ask('PATCH', path, { parentId: null, positionIds, serpentine: true });
        // The first ones warm up.
        if (n === 0) continue;
        read.push(ms);
        arranged.push(saved.ms);
      }
      const goals = { better: 'lower', unit: 'ms' } as const;
      const note = `${size.toLocaleString('en')} positions`;
      rows.push(
        { line: `walk read, ${shape}`, value: median(read), goal: 500, ...goals, note },
        { line: `walk turned round, ${shape}`, value: median(arranged), goal: 2000, ...goals, note },
      );
    }
    connection.close();
    await machine.mustHold();
    return rows;
  } finally {
    await machine.stop();
  }
};

async function makePositions({ ask }: Machine, businessId: number, size: number, perRow: number) {
  const [place] = await ask<{ id: string }>(
    `insert into warehouses (business_id, name, created_at) values ($1, 'Galpão ' || $2::text, now()) returning id`,
    [businessId, String(perRow)],
  );
  const id = Number(place?.id);
  await ask(
    `insert into inventory_locations (business_id, warehouse_id, prefix, index, code)
     select $1::bigint, $2::bigint, 'R', n, 'R' || lpad(n::text, 5, '0') from generate_series(1, $3::int) n`,
    [businessId, id, perRow === 0 ? size : size / perRow],
  );
  if (perRow > 0)
    await ask(
      `insert into inventory_locations (business_id, warehouse_id, parent_id, prefix, index, code)
       select business_id, warehouse_id, id, 'P', n, code || '-P' || lpad(n::text, 2, '0')
       from inventory_locations, generate_series(1, $2::int) n where warehouse_id = $1`,
      [id, perRow],
    );
  await ask('update inventory_locations l set walk = w.walk from walk_of($1) w where l.id = w.id', [id]);
  return id;
}
