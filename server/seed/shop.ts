import { z } from 'zod';
import type { App } from '#server/app.ts';
import type { Environment } from '#server/env.ts';
import { patienceMs } from './market.ts';

const items = z.array(z.object({ id: z.string(), status: z.string(), available: z.number() }));
const buyers = z.array(z.object({ id: z.number() }));

const questions = [
  'Boa tarde! Vocês emitem nota fiscal?',
  'Qual é o prazo para o CEP 70040-010?',
  'Tem em outra cor?',
  'Posso retirar na loja?',
];

/** A few people buy in the stand-in's shop, if it has one, and a few ask questions. */
export async function visitShop(app: App, env: Environment, purchases: number): Promise<void> {
  if (!env.sandbox) return;
  const shop = openShop(env.sandbox.url);
  const started = performance.now();
  let onSale: string[] = [];
  while (onSale.length === 0 && performance.now() - started < patienceMs) {
    await app.drain();
    onSale = items
      .parse(await shop.read('/items'))
      .filter(({ status, available }) => status === 'active' && available > 2)
      .map(({ id }) => id);
  }
  if (onSale.length === 0) return;
  const itemOf = (n: number) => onSale[n % onSale.length];
  const people = buyers.parse(await shop.read('/buyers'));
  for (let n = 0; n < purchases; n++) {
    const buyer = people[n % people.length]?.id;
    // One pays in instalments, one with a coupon.
    const payment = { pay: n % 4 !== 3, interest: n === 0 ? 14.9 : 0, coupon: n === 1 ? 10 : 0 };
    await shop.send('/purchases', { itemId: itemOf(n), quantity: 1, buyer, ...payment });
  }
  for (const [n, text] of questions.entries()) await shop.send('/questions', { itemId: itemOf(n), text });
}

/** The control of the stand-in, for acts of buyers and sellers on its pages. */
export function openShop(url: string) {
  const ask = (path: string, more: RequestInit = {}) =>
    fetch(`${url}/control/api${path}`, { ...more, signal: AbortSignal.timeout(patienceMs) });
  return {
    read: async (path: string): Promise<unknown> => (await ask(path)).json(),
    send: (path: string, body: object) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}
