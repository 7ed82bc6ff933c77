import pg from 'pg';
import { type Plan, tokenOf } from '../seed/plan.ts';
import type { Act } from './act.ts';

type Step = { path: string; code?: string; body?: object };
/** A sale on its way through the bench; one step at a time, the next only after the answer. */
type Chain = { token: string; steps: Step[] };

export type Benches = Readonly<{
  /** The next step of a sale that nobody works on; undefined when all are packed. */
  next(key: string): Act | undefined;
}>;

const sales = `select o.id, o.fulfiller_id as supplier, p.sku, p.quantity from orders o join order_parts p on p.order_id = o.id
  where o.status = 'pending' and o.account_id is null and o.picking_by is null order by o.id % 997, o.id, p.id limit 60000`;

/** Every sale that waits for the bench and belongs to no marketplace: picked, scanned unit by unit, packed. */
export async function openBenches(adminUrl: string, plan: Plan): Promise<Benches> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string; supplier: string; sku: string; quantity: number }>(sales);
  await client.end();
  const chains = new Map<string, Chain>();
  for (const { id, supplier, sku, quantity } of rows) {
    const packer = Number(supplier) + (plan.users > plan.pairs * 4 ? 2 * plan.pairs * 2 : 0);
    const chain = chains.get(id) ?? {
      token: tokenOf(plan.seed, packer),
      steps: [{ path: `/${id}/picking` }],
    };
    for (let n = 0; n < quantity; n++) chain.steps.push({ path: `/${id}/beep`, code: sku });
    chains.set(id, chain);
  }
  for (const [id, chain] of chains)
    chain.steps.push({ path: `/${id}/print`, body: { reason: '' } }, { path: `/${id}/packed` });
  const waiting = [...chains.values()];
  return {
    next(key) {
      const chain = waiting.shift();
      const step = chain?.steps.shift();
      if (!chain || !step) return undefined;
      return {
        kind: 'write',
        sent: {
          token: chain.token,
          method: 'POST',
          path: `/api/orders-supplier${step.path}`,
          key,
          body: step.body ?? (step.code === undefined ? {} : { code: step.code, clientId: key }),
        },
        done: (ok) => {
          if (ok && chain.steps.length > 0) waiting.unshift(chain);
        },
      };
    },
  };
}
