import { addMinutes } from '#contract/dates.ts';
import type { App } from '#server/app.ts';
import { findBalance, findGoods } from '#server/inventory/balance/balance.queries.ts';
import { countBalance } from '#server/inventory/balance/count-balance.ts';
import { startBalances } from '#server/inventory/balance/start-balance.ts';
import type { Team } from './people.ts';
import { play } from './stage.ts';

/** The difference of each count: none, within the tolerance, beyond it once and twice; and one not started. */
const counts: readonly { off: number; people: readonly ('stockist' | 'administrator')[] }[] = [
  { off: 0, people: ['stockist'] },
  { off: 0, people: ['stockist'] },
  { off: 0, people: ['administrator'] },
  { off: -1, people: ['stockist'] },
  { off: 1, people: ['stockist'] },
  { off: 40, people: ['stockist'] },
  { off: 40, people: ['stockist', 'administrator'] },
  { off: 0, people: [] },
];

/** A morning of counting: the most urgent volumes of a warehouse, in every state that a count may be in. */
export function countShelves(app: App, team: Team, warehouseId: number, now: Date): Promise<void> {
  return play(app, async ({ tx, as }) => {
    await as(team.stockist, addMinutes(now, -240));
    const { started } = await startBalances(tx, team.stockist, { warehouseId, volumes: counts.length });
    for (const [index, { id }] of started.entries()) {
      const { off = 0, people = [] } = counts[index] ?? {};
      for (const [turn, role] of people.entries()) {
        const counter = team[role];
        await as(counter, addMinutes(now, -230 + index * 20 + turn * 10));
        const balance = await findBalance(tx, counter, id);
        const goods = balance ? await findGoods(tx, balance) : [];
        const lines = goods.map((line, place) => ({
          variationId: line.id,
          quantity: Math.max(0, line.quantity + (place === 0 ? off : 0)),
        }));
        await countBalance(tx, counter, id, { lines });
      }
    }
  });
}
