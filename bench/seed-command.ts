import { parseArgs } from 'node:util';
import { seedBench } from './seed.ts';

const number = { type: 'string' } as const;
const { values } = parseArgs({
  options: { rows: number, orders: number, businesses: number, users: number, seed: number },
});
const url = process.env.DATABASE_URL;
if (!url) throw new Error("DATABASE_URL: the owner's connection to an empty, migrated database");

const options = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, Number(text)]));
const started = performance.now();
const plan = await seedBench({ url, ...options });
console.log(
  `${plan.products} products and ${plan.allOrders} sales of ${plan.pairs * 2} businesses ` +
    `in ${((performance.now() - started) / 1000).toFixed(1)} s`,
);
