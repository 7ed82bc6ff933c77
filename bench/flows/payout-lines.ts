import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import { makeAccount } from '#server/orders/test/factory.ts';
import { Refused } from '../compare.ts';
import { percentile } from '../figures.ts';
import type { Measure, Row } from '../row.ts';
import { type Machine, startMachine } from './machine.ts';
import { timePage } from './page-times.ts';

const month = '2026-09';

/** A report of 100,000 lines read, its month shown and closed, beside a million sales of the same account. */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const sales = quick ? 20_000 : 1_000_000;
    const lines = quick ? 5000 : 100_000;
    const sellerId = await makeBusiness(machine.app, 'sales');
    const { token } = await makeStaff(machine.app, sellerId, ['owner']);
    const account = await makeAccount(machine.app, sellerId);
    await fill(machine, { sellerId, accountId: account.id, sales, lines });
    const web = await machine.start('--web');
    const call = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
      const sent = { authorization: `Bearer ${token}`, ...headers };
      const answer = await fetch(`${web.url}/api${path}`, { method: 'POST', headers: sent, body });
      if (!answer.ok) throw new Refused(`${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
      return (await answer.json()) as Record<string, unknown>;
    };
    const timed = async (work: () => Promise<unknown>) => {
      const began = performance.now();
      await work();
      return (performance.now() - began) / 1000;
    };
    const note = `${lines} lines, ${sales} sales`;
    const row = (line: string, value: number, goal: number): Row => ({
      ...{ line, value, goal, better: 'lower', unit: 's', note },
    });
    const read = await timed(async () => {
      const stored = await call('/payout-files', reportOf(account.id, lines));
      if (stored.lineCount !== lines) throw new Refused(`${stored.lineCount} lines stored`);
    });
    const path = `/payouts?account=${account.id}&month=${month}`;
    const times = await timePage(web.url, path, token, quick ? 5 : 10);
    const body = JSON.stringify({ accountId: account.id, month });
    const close = await timed(() => call('/payouts/close', body, { 'content-type': 'application/json' }));
    return [
      row('report of payouts read and matched with its sales', read, 60),
      row('month of payouts shown, p95', percentile(times, 0.95) / 1000, 5),
      row('month of payouts closed', close, 10),
    ];
  } finally {
    await machine.stop();
  }
};

const payout = '43,90';

/** A table by columns; the lines are spread over the month. */
function reportOf(accountId: number, lines: number): FormData {
  const rows = Array.from(
    { length: lines },
    (_, n) => `${String(1 + (n % 28)).padStart(2, '0')}/09/2026;${1_000_000 + n};Venda;${payout}`,
  );
  const columns = { day: 0, saleNumber: 1, text: 2, amount: 3 };
  const form = new FormData();
  form.append('data', JSON.stringify({ accountId, columns }));
  form.append('file0', new File([['Data;Pedido;Tipo;Valor', ...rows].join('\n')], 'repasses.csv'));
  return form;
}

type Trade = { sellerId: number; accountId: number; sales: number; lines: number };

/** Sales of R$ 49,90 with a fee of R$ 6,00; those without a line in the report ended before its first day. */
async function fill({ ask }: Machine, { sellerId, accountId, sales, lines }: Trade): Promise<void> {
  await ask(
    `insert into orders (business_id, account_id, marketplace, remote_order_id, buyer_name, total_centavos, purchased_at,
       payment, paid_at, reserve, linked, document, label_ready, shown_at, released_at, status, packed_at, collected_at,
       sent_at, delivered_at, freight_centavos, seller_discount_centavos, freight_charged_centavos,
       processing_fee_centavos, taxes_withheld_centavos, refunded_centavos, adjustment_centavos, created_at, updated_at)
     select $1, $2, 'mercado-livre', (1000000 + n)::text, 'Comprador ' || n, 4990, at, 'approved', at, 'none', false,
       'not_required', true, at, at, 'complete', at, at, at, at, 0, 0, 0, 0, 0, 0, 0, at, at
     from generate_series(0, $3::int - 1) n, lateral (select '2026-08-28T12:00:00Z'::timestamptz - n * interval '25 seconds'
         - case when n < $4::int then interval '0' else interval '60 days' end as at) t`,
    [sellerId, accountId, sales, lines],
  );
  await ask(
    `insert into order_lines (business_id, order_id, title, quantity, unit_price_centavos, sale_fee_centavos, purchased_at)
     select $1, o.id, 'Caneca', 1, 4990, 600, o.purchased_at from orders o where o.business_id = $1`,
    [sellerId],
  );
  await ask('analyze');
}
