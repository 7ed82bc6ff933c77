import { addDays, type Day } from '#contract/dates.ts';
import type { SupplyRequestState } from '#contract/supply/supply-request-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { tagVolume } from '#server/inventory/volume/volume.ts';
import { launchVolume } from '#server/inventory/volume/volume-launch.ts';
import { countVolumes, registerVolumes } from '#server/supply/receiving/counting.ts';
import { reportProblem, solveProblem } from '#server/supply/receiving/reported-problem.ts';
import { advance } from '#server/supply/receiving/steps.ts';

type Line = { id: number; quantity: number; quantity_per_volume: number; asks_lots: boolean };
export type Receipt = {
  id: number;
  /** The current step; a step before the last is half done. */
  at: SupplyRequestState;
  /** A volume of the first line did not come: it is a problem, and a request of its own when the rest is stored. */
  short?: boolean;
  /** Images of what arrived damaged. */
  photos?: readonly number[];
  /** The day from which lots expire a little later each. */
  lotsFrom: Day;
};

const order = ['in_transport', 'check_volumes', 'register_volumes', 'tag_volumes', 'stock_up'] as const;
const half = <T>(items: readonly T[]) => items.slice(0, Math.ceil(items.length / 2));

/** Takes an approved request through the steps as far as it is to be; of the step it is at, half the work is done. */
export async function receive(
  tx: Tx,
  stockist: Actor,
  { id, at, short = false, photos = [], lotsFrom }: Receipt,
): Promise<void> {
  const lines = await tx.db
    .selectFrom('supply_request_lines as l')
    .innerJoin('product_variations as v', 'v.id', 'l.variation_id')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['l.id', 'l.quantity', 'l.quantity_per_volume', 'p.asks_lots'])
    .where('l.request_id', '=', id)
    .orderBy('l.id')
    .execute();
  for (const from of order) {
    const stops = from === at;
    if (stops && from === 'in_transport') return;
    await work(tx, stockist, id, from, {
      lines: stops ? half(lines) : lines,
      stops,
      short,
      photos,
      lotsFrom,
    });
    if (stops) return;
    await advance(tx, stockist, id, {
      from,
      ...(from === 'stock_up' && short && { acknowledge: true, rest: 'child' as const }),
    });
  }
}

type Work = {
  lines: readonly Line[];
  stops: boolean;
  short: boolean;
  photos: readonly number[];
  lotsFrom: Day;
};

async function work(tx: Tx, stockist: Actor, id: number, step: string, done: Work): Promise<void> {
  const { lines, stops, short, photos, lotsFrom } = done;
  const came = (line: Line, index: number) =>
    Math.ceil(line.quantity / line.quantity_per_volume) - (short && index === 0 ? 1 : 0);
  if (step === 'check_volumes') {
    for (const [index, line] of lines.entries())
      await countVolumes(tx, stockist, id, { lineId: line.id, total: came(line, index) });
    if (short) await reportShortage(tx, stockist, id, { lineId: lines[0]?.id, photos });
  }
  if (step === 'register_volumes')
    for (const [index, line] of lines.entries()) {
      const copies = came(line, index);
      if (copies === 0) continue;
      const lot = line.asks_lots ? lotOf(line.id, lotsFrom) : undefined;
      await registerVolumes(tx, stockist, id, {
        lineId: line.id,
        copies,
        units: line.quantity_per_volume,
        lot,
      });
    }
  if (step === 'tag_volumes' || step === 'stock_up') {
    const volumes = await findVolumes(tx, id);
    for (const volume of stops ? half(volumes) : volumes)
      if (step === 'tag_volumes') await tagVolume(tx, stockist, volume.id, volume.code);
      else await launchVolume(tx, stockist, volume.id, await emptyPosition(tx, id));
  }
}

/** Some have expired, some will within a month, two, three, the others much later. */
const shelfLives = [-6, 18, 47, 80, 240] as const;
const lotOf = (lineId: number, from: Day) => ({
  code: `L${String(lineId).padStart(4, '0')}`,
  expiresOn: addDays(from, shelfLives[lineId % shelfLives.length] ?? 240),
});

async function reportShortage(
  tx: Tx,
  stockist: Actor,
  requestId: number,
  { lineId, photos }: { lineId: number | undefined; photos: readonly number[] },
) {
  await reportProblem(tx, stockist, {
    requestId,
    lineId,
    kind: 'missing',
    title: 'Faltou um volume',
    description: 'O motorista diz que o volume ficou na transportadora.',
  });
  const damage = { title: 'Caixa amassada em um canto', description: 'O conteúdo está inteiro.' };
  const damaged = await reportProblem(tx, stockist, { requestId, kind: 'damaged', ...damage }, photos);
  await solveProblem(tx, stockist, damaged.id, 'Conferido peça por peça: nada quebrado.');
}

function findVolumes(tx: Tx, requestId: number) {
  return tx.db
    .selectFrom('volumes as v')
    .innerJoin('supply_request_lines as l', 'l.id', 'v.request_line_id')
    .select(['v.id', 'v.code'])
    .where('l.request_id', '=', requestId)
    .where('v.state', 'in', ['registered', 'tagged'])
    .orderBy('v.id')
    .execute();
}

/** A leaf of the delivery warehouse, the least filled first. */
async function emptyPosition(tx: Tx, requestId: number): Promise<number> {
  const { id } = await tx.db
    .selectFrom('supply_requests as r')
    .innerJoin('inventory_locations as o', 'o.warehouse_id', 'r.warehouse_id')
    .leftJoin('volumes as v', 'v.position_id', 'o.id')
    .select('o.id')
    .where('r.id', '=', requestId)
    .groupBy(['o.id', 'o.code'])
    .orderBy((by) => by.fn.count('v.id'))
    .orderBy('o.code')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}
