import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import type { Measure } from '../row.ts';
import { type Machine, startMachine } from './machine.ts';
import { timePages } from './page-times.ts';

const pages = [
  { line: 'first page', path: '/chats' },
  { line: 'what waits for us', path: `/chats?query=${encodeURIComponent('state:waiting_us')}` },
  {
    line: 'claims that wait for us',
    path: `/chats?query=${encodeURIComponent('kind:claim state:waiting_us')}`,
  },
  { line: 'search of two words', path: `/chats?query=${encodeURIComponent('garrafa verde')}` },
  { line: 'search of a rare word', path: '/chats?query=embrulho7' },
  { line: 'counts', path: '/chats/counts' },
];

/** The inbox of a seller of many years: 100,000 threads, of which 2,000 are not over. */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const threads = quick ? 20_000 : 100_000;
    const businessId = await makeBusiness(machine.app, 'sales');
    const { token } = await makeStaff(machine.app, businessId, ['owner']);
    await fillInbox(machine, businessId, threads);
    const web = await machine.start('--web');
    const times = quick ? 20 : 100;
    return await timePages(web.url, token, {
      of: `inbox of ${threads.toLocaleString('en')} threads`,
      pages,
      times,
    });
  } finally {
    await machine.stop();
  }
};

/** Inserted by SQL: threads of messages about sales, and claims; the newest 2,000 wait for the seller. */
async function fillInbox({ ask }: Machine, businessId: number, threads: number): Promise<void> {
  const [account] = await ask<{ id: string }>(
    `insert into marketplace_accounts (business_id, marketplace, name, remote_user_id, state, connected_at, swept_at, created_at)
     values ($1, 'mercado-livre', 'Conta', '700000001', 'connected', now(), now(), now()) returning id`,
    [businessId],
  );
  await ask(
    `with sale as (
       insert into orders (business_id, account_id, remote_order_id, marketplace, buyer_name, total_centavos, purchased_at, status, packed_at, created_at, updated_at)
       select $1, $2, n::text, 'mercado-livre', 'Comprador ' || n, 4990, now() - n * interval '9 minutes', 'complete', now(), now(), now()
       from generate_series(1, $3::int) n returning id, remote_order_id, purchased_at
     ), line as (
       insert into order_lines (business_id, order_id, purchased_at, title, sku, quantity, unit_price_centavos)
       select $1, id, purchased_at, 'Caneca esmaltada ' || id % 40, 'SKU-' || id % 40, 1, 4990 from sale
     )
     insert into chats (business_id, account_id, source, remote_id, kind, order_id, about_what, about_id, status, turn,
       opened_at, last_at, due_at, due_given, excerpt, words, read_at)
     select $1, $2, case when n % 10 = 0 then 'claim' else 'messages' end, n::text,
       case when n % 10 = 0 then 'claim' else 'message' end, id, 'order', n::text,
       case when n <= 2000 then 'open' else 'closed' end, case when n <= 2000 then (array['us','buyer'])[1 + n % 2] end,
       at, at + interval '1 hour', case when n <= 2000 then at + interval '2 days' end, n % 10 = 0,
       'Bom dia, a ' || (array['caneca','garrafa','travessa','jarra'])[1 + n % 4] || ' '
         || (array['azul','verde','preta','branca','rosa'])[1 + n / 4 % 5] || ' chegou?',
       'Podem mandar com embrulho' || n % 5000 || ' de presente?', now()
     from sale, lateral (select remote_order_id::int as n, now() - remote_order_id::int * interval '9 minutes' as at) o`,
    [businessId, account?.id, threads],
  );
  await ask('analyze');
}
