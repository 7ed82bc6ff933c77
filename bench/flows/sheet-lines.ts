import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ImportKind } from '#contract/business/import/kinds.ts';
import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import { Refused } from '../compare.ts';
import type { Measure, Row } from '../row.ts';
import { type Machine, type Running, startMachine } from './machine.ts';

const rows = 50_000;
/** Allowed growth of the worker, independent of the length of the sheet. */
const grownMegabytes = 250;

/** 50,000 rows of each kind checked and applied, by one worker whose memory is watched. */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const count = quick ? 2000 : rows;
    const businessId = await makeBusiness(machine.app, 'supply');
    const { token } = await makeStaff(machine.app, businessId, ['owner']);
    const web = await machine.start('--web');
    const worker = await machine.start('--worker');
    const sender = createSender(web.url, token);
    await sender.json('POST', '/warehouses', { name: 'Galpao' }).then((warehouse) =>
      sender.json('POST', '/inventory-locations', {
        warehouseId: warehouse.id,
        prefix: 'A',
        initialIndex: 1,
        finalIndex: 9,
      }),
    );
    const place = String(
      (await machine.ask<{ code: string }>('select code from inventory_locations limit 1'))[0]?.code,
    );
    const lines: Row[] = [];
    for (const [kind, sheet] of sheets(count, place))
      lines.push(await importSheet({ machine, worker, sender }, kind, sheet));
    await machine.mustHold();
    return lines;
  } finally {
    await machine.stop();
  }
};

function sheets(count: number, place: string): [ImportKind, Buffer][] {
  const sheet = (title: string, line: (n: number) => string) =>
    Buffer.from([title, ...Array.from({ length: count }, (_, n) => line(n))].join('\n'));
  const colours = ['Azul', 'Verde', 'Preto', 'Branco'];
  return [
    [
      'products',
      sheet(
        'SKU;Produto;GTIN;Cor;Custo;Marca;Peso (kg);Descrição',
        (n) =>
          `S-${n};Produto ${Math.floor(n / 4)};;${colours[n % 4]};${10 + (n % 90)},50;Marca ${Math.floor(n / 4) % 50};0,42;Um produto de exemplo com texto`,
      ),
    ],
    [
      'offers',
      sheet('SKU;Depósito;Preço;Limite de unidades', (n) => `S-${n};Galpao;${20 + (n % 90)},90;100`),
    ],
    ['prices', sheet('SKU;Preço;Custo', (n) => `S-${n};${21 + (n % 90)},90;${11 + (n % 90)},00`)],
    ['volumes', sheet('SKU;Quantidade;Depósito;Posição', (n) => `S-${n};${1 + (n % 50)};Galpao;${place}`)],
    [
      'vendors',
      sheet(
        'Razão social;Contato;Telefone;CEP;Cidade',
        (n) => `Fornecedor ${n};Ana ${n};11 ${n};01310-100;São Paulo`,
      ),
    ],
  ];
}

export function createSender(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const answerOf = async (path: string, answer: Response) => {
    if (!answer.ok) throw new Refused(`${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
    return (await answer.json()) as Record<string, unknown> & { id: number };
  };
  return {
    json: async (method: 'GET' | 'POST', path: string, body?: object) =>
      answerOf(
        path,
        await fetch(`${url}/api${path}`, {
          method,
          headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        }),
      ),
    async sheet(kind: ImportKind, bytes: Buffer) {
      const form = new FormData();
      form.append('data', JSON.stringify({ kind }));
      form.append('file0', new File([new Uint8Array(bytes)], `${kind}.csv`));
      return answerOf('/imports', await fetch(`${url}/api/imports`, { method: 'POST', headers, body: form }));
    },
  };
}

type Importing = { machine: Machine; worker: Running; sender: ReturnType<typeof createSender> };

/** Checks and applies a sheet; refuses wrong rows and a worker that grows with the sheet. */
export async function importSheet(
  { machine, worker, sender }: Importing,
  kind: ImportKind,
  bytes: Buffer,
): Promise<Row> {
  const before = residentMegabytes(worker.pid);
  let peak = before;
  const settled = async (id: number, state: string) => {
    for (;;) {
      const found = await sender.json('GET', `/imports/${id}`);
      peak = Math.max(peak, residentMegabytes(worker.pid));
      if (found.state === state && found.fault === null) return found;
      if (found.fault !== null || found.state === 'stopped')
        throw new Refused(`${kind}: ${String(found.fault)}`);
      await delay(100);
    }
  };
  const { id } = await sender.sheet(kind, bytes);
  const begun = performance.now();
  await sender.json('POST', `/imports/${id}/check`, {});
  await settled(id, 'checked');
  const checked = performance.now();
  await sender.json('POST', `/imports/${id}/apply`, {});
  const applied = await settled(id, 'applied');
  const seconds = (performance.now() - begun) / 1000;
  const { wrong } = applied.fates as { wrong: number };
  if (wrong > 0) throw new Refused(`${kind}: ${wrong} wrong rows`);
  if (peak - before > grownMegabytes)
    throw new Refused(`${kind}: memory grew by ${Math.round(peak - before)} MB`);
  // Jobs that the import enqueues (pushes of stock levels) are not awaited.
  await machine.forgetJobs();
  return {
    line: `sheet of ${applied.total} rows checked and applied: ${kind}`,
    value: seconds,
    goal: 120,
    better: 'lower',
    unit: 's',
    note: `${((checked - begun) / 1000).toFixed(1)} s of check; worker ${Math.round(before)} MB, at most ${Math.round(peak)} MB`,
  };
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
