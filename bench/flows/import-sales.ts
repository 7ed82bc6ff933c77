import { cpuSeconds, databaseCpuSeconds } from '../figures.ts';
import { type Machine, waitFor } from './machine.ts';
import { firstOrder } from './market.ts';
import type { World } from './world.ts';

let used = 0;

/** Stores a notification for each of `count` new sales of published items, as the inbox does. */
export async function announceSales(machine: Machine, world: World, count: number): Promise<number> {
  await machine.market.sell(world.items);
  // Sale n is of item n modulo the items: begin at a multiple, so that each run sells the same.
  const start = Math.ceil(used / world.items.length) * world.items.length;
  used = start + count;
  const sold = Array.from({ length: count }, (_, n) => ({
    resource: `/orders/${firstOrder + start + n}`,
    user: world.items[(start + n) % world.items.length]?.sellerId ?? '',
  }));
  await machine.ask(
    `with sold as (select * from jsonb_to_recordset($1::jsonb) as s (resource text, "user" text)),
    kept as (
      insert into notifications (marketplace, remote_user_id, topic, resource, body, received_at)
      select 'mercado-livre', s."user", 'orders_v2', s.resource,
        jsonb_build_object('resource', s.resource, 'user_id', s."user"::bigint, 'topic', 'orders_v2', 'application_id', 1000), now()
      from sold s returning id, remote_user_id, resource)
    select enqueue_jobs(jsonb_agg(jsonb_build_object('task', 'notification.process', 'payload', jsonb_build_object('notificationId', id),
      'key', 'notice:mercado-livre:' || remote_user_id || ':orders_v2:' || resource))) from kept`,
    [JSON.stringify(sold)],
  );
  return start;
}

export type ImportRun = {
  sales: number;
  perSecond: number;
  /** Of the workers and of the database, for each sale. */
  serverCpu: number;
  databaseCpu: number;
  firm: number;
};

/** The rate at which workers import what waits, from the first sale stored to the last. */
export async function importSales(
  machine: Machine,
  world: World,
  count: number,
  workers: number,
  profile?: string,
): Promise<ImportRun> {
  await machine.forgetJobs();
  const before = await countSales(machine, world);
  await announceSales(machine, world, count);
  const running = await Promise.all(
    Array.from({ length: workers }, () => machine.start('--worker', profile ? { profile } : {})),
  );
  const spent = () => running.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  const begun = { server: spent(), database: databaseCpuSeconds(machine.databasePid()) };
  const stored = async () => (await countSales(machine, world)) - before >= count;
  await waitFor(`${count} sales`, stored, 300, 100);
  const serverCpu = ((spent() - begun.server) * 1000) / count;
  const databaseCpu = ((databaseCpuSeconds(machine.databasePid()) - begun.database) * 1000) / count;
  const [row] = await machine.ask<{ seconds: number; sales: number; firm: number }>(
    `with made as (select id, created_at, reserve from orders where fulfiller_id = $1 order by id desc limit $2)
    select extract(epoch from max(created_at) - min(created_at))::float8 as seconds, count(*)::int as sales,
      count(*) filter (where reserve = 'firm')::int as firm from made`,
    [world.supplierId, count],
  );
  for (const worker of running) await worker.stop();
  const { seconds = 0, sales = 0, firm = 0 } = row ?? {};
  return { sales, perSecond: sales / seconds, serverCpu, databaseCpu, firm };
}

async function countSales(machine: Machine, world: World): Promise<number> {
  const [row] = await machine.ask<{ total: number }>(
    'select count(*)::int as total from orders where fulfiller_id = $1',
    [world.supplierId],
  );
  return row?.total ?? 0;
}
