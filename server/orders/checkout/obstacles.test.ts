import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { api } from '#contract/index.ts';
import {
  type BenchAct,
  benchChecks,
  codeOfObstacle,
  type Obstacle,
  obstacles,
} from '#contract/orders/obstacles.ts';
import { ownLabelCode } from '#contract/orders/parcel-label.ts';
import { photo } from '#server/dropshipping/test/factory.ts';
import { makeShelf, makeVolume, type Shelf } from '#server/inventory/test/factory.ts';
import { makeBenchSeller } from '#server/orders/test/factory.ts';
import { type Person, RefusedCall, type TestApp, testApp } from '#server/test/app.ts';

/**
 * Calls the endpoint of each act at the bench for a sale on which it succeeds, and again for the same sale with one
 * obstacle. The answers are in `obstacles.txt` (`npx vitest run server/orders/checkout/obstacles.test.ts --update`
 * writes it); a changed line there is a decision. An act or an obstacle that is not placed here does not compile.
 */
let app: TestApp;
let owner: Person;
let packer: Person;
let otherPacker: Person;
let seller: Person;
let shelf: Shelf;
let sell: (quantity: number) => Promise<number>;
let batchId: number;
let accountId: number;

beforeAll(async () => {
  app = await testApp();
  owner = await app.join('supply');
  packer = await app.hire(owner.businessId, ['packer']);
  otherPacker = await app.hire(owner.businessId, ['packer']);
  seller = await app.join('sales');
  shelf = await makeShelf(app, owner, 400);
  sell = await makeBenchSeller(app, { supplier: owner, seller, shelf });
  await makeVolume(owner, shelf, [{ variationId: shelf.variationId, quantity: 100 }]);
  await owner.call(api.business.allowByHand, { body: { allowed: true } });
  const { rows } = await write(sql<{ id: number }>`
    insert into batches (business_id, variation_id, code, expires_on, created_at)
    values (${owner.businessId}, ${shelf.variationId}, 'L-1', '2026-11-01', now()) returning id`);
  batchId = rows[0]?.id ?? 0;
  const { rows: accounts } = await app.owner.query<{ id: string }>('select id from marketplace_accounts');
  accountId = Number(accounts[0]?.id);
});

const at = (id: number) => ({ params: { id } });
let serial = 0;
const scanOf = (id: number) => ({
  ...at(id),
  body: { code: shelf.sku, clientId: `obstacle-${++serial}-scan` },
});
const because = { body: { reason: 'etiqueta rasgada' } };

const endpoints: Record<BenchAct, (id: number) => Promise<unknown>> = {
  accept: (id) => owner.call(api.checkout.accept, at(id)),
  refuse: (id) => owner.call(api.checkout.refuse, { ...at(id), ...because }),
  startPicking: (id) => packer.call(api.checkout.startPicking, at(id)),
  beep: (id) => packer.call(api.checkout.beep, scanOf(id)),
  countByHand: (id) => owner.call(api.checkout.countByHand, { ...at(id), ...because }),
  confirmPacking: (id) => packer.call(api.checkout.confirmPacking, at(id)),
  resetBeeping: (id) => packer.call(api.checkout.reset, { ...at(id), ...because }),
  cancelPicking: (id) => packer.call(api.checkout.cancel, at(id)),
  weigh: (id) => packer.call(api.checkout.weigh, { ...at(id), body: { grams: 900 } }),
  photograph: async (id) => packer.call(api.checkout.photograph, { ...at(id), files: [await photo()] }),
  printLabel: (id) => packer.call(api.checkout.print, { ...at(id), ...because }),
  printParcelLabel: (id) =>
    packer.call(api.checkout.printParcelLabel, { ...at(id), body: { why: 'label_not_ready' } }),
  collect: (id) => owner.call(api.checkout.collect, { ...at(id), body: { code: ownLabelCode(id) } }),
  collectByHand: (id) => owner.call(api.checkout.collectByHand, { ...at(id), ...because }),
  send: (id) => owner.call(api.checkout.send, { ...at(id), body: { trackingCode: 'AA123456785BR' } }),
  acknowledgeChange: (id) => packer.call(api.checkout.acknowledgeChange, { ...at(id), body: {} }),
  putBack: (id) =>
    owner.call(api.checkout.putBack, { ...at(id), body: { volumeCode: shelf.code, confirmed: true } }),
  openReturn: (id) => owner.call(api.returns.open, { body: { code: ownLabelCode(id) } }),
  inspectReturn: (id) => owner.call(api.returns.reset, at(id)),
};

const write = <Row>(statement: RawBuilder<Row>) =>
  app.database.transact({ businessId: owner.businessId }, (tx) => statement.execute(tx.db));
const set = (id: number, facts: string) => write(sql`update orders set ${sql.raw(facts)} where id = ${id}`);
const moment = "'2026-11-21T15:00:00Z'";

async function begin(id: number): Promise<void> {
  await endpoints.startPicking(id);
}
async function scan(id: number): Promise<void> {
  await begin(id);
  await endpoints.beep(id);
}
async function pack(id: number): Promise<void> {
  await scan(id);
  await set(id, `label_printed_at = ${moment}`);
  await endpoints.confirmPacking(id);
}
async function collect(id: number): Promise<void> {
  await pack(id);
  await endpoints.collectByHand(id);
}
/** The lines of the sale as its marketplace reports them. */
const changeLines = (id: number) =>
  set(
    id,
    `changed_at = ${moment}, changed_lines = (select json_agg(json_build_object('itemId', remote_item_id,
      'variationId', remote_variation_id, 'lineId', remote_line_id, 'title', title, 'variation', variation, 'sku', sku,
      'quantity', quantity, 'unitPrice', unit_price_centavos, 'saleFee', sale_fee_centavos))
      from order_lines where order_id = ${id})`,
  );

/** Brings a new sale to where the act succeeds. */
const bases: Record<BenchAct, (id: number) => Promise<unknown>> = {
  accept: (id) =>
    set(id, "approval_reason = 'manual-accept', released_at = null, status = 'waiting_approval'"),
  refuse: async () => undefined,
  startPicking: async () => undefined,
  beep: begin,
  countByHand: begin,
  confirmPacking: async (id) => {
    await scan(id);
    await set(id, `label_printed_at = ${moment}`);
  },
  resetBeeping: pack,
  cancelPicking: scan,
  weigh: scan,
  photograph: scan,
  printLabel: scan,
  printParcelLabel: async (id) => {
    await scan(id);
    await set(id, `account_id = ${accountId}, shipment_id = '43${id}', label_ready = false`);
  },
  collect: pack,
  collectByHand: pack,
  send: pack,
  acknowledgeChange: async (id) => {
    await begin(id);
    await changeLines(id);
  },
  putBack: async (id) => {
    await pack(id);
    await seller.call(api.orders.cancel, { ...at(id), ...because });
  },
  openReturn: collect,
  inspectReturn: async (id) => {
    await collect(id);
    await endpoints.openReturn(id);
  },
};

const impose: Record<Obstacle, (id: number) => Promise<unknown>> = {
  canceled: (id) => set(id, `canceled_at = ${moment}, status = 'canceled'`),
  refused: (id) =>
    set(id, `refused_at = ${moment}, released_at = null, packed_at = null, status = 'waiting_separation'`),
  collected: (id) =>
    set(
      id,
      `packed_at = coalesce(packed_at, ${moment}), collected_at = coalesce(collected_at, ${moment}), status = 'collected'`,
    ),
  packed: (id) => set(id, `packed_at = coalesce(packed_at, ${moment}), status = 'waiting_collect'`),
  changed: changeLines,
  listed: (id) =>
    write(sql`
      with list as (insert into picking_lists (business_id, warehouse_id, state, created_by, created_at)
        values (${owner.businessId}, ${shelf.warehouseId}, 'in_progress', ${owner.userId}, now()) returning id)
      insert into picking_list_orders (business_id, list_id, order_id, place, units)
      select ${owner.businessId}, id, ${id}, 1, 1 from list`),
  taken: (id) =>
    set(
      id,
      `picking_by = ${otherPacker.userId}, packed_by = ${otherPacker.userId},
        status = case status when 'pending' then 'picking' else status end`,
    ),
  status: (id) =>
    set(
      id,
      "status = 'waiting_separation', released_at = null, picking_by = null, packed_at = null, collected_at = null",
    ),
  unscanned: (id) => write(sql`update order_parts set beeped = 0 where order_id = ${id}`),
  expired: (id) =>
    write(sql`update volume_lines set batch_id = ${batchId} where id in (
      select volume_line_id from pick_allocations where order_id = ${id})`),
};

/** An act that refuses what another packer has by itself says more about it. */
const codesOf = (act: BenchAct, obstacle: Obstacle): ErrorCode[] => [
  codeOfObstacle(act, obstacle),
  ...(benchChecks[act][obstacle] === 'act' && obstacle === 'taken'
    ? (['forbidden', 'cannot_reset'] as const)
    : []),
];

async function answerOf(act: BenchAct, obstacle: Obstacle | null): Promise<ErrorCode | 'done'> {
  const id = await sell(1);
  await bases[act](id);
  if (obstacle) await impose[obstacle](id);
  try {
    await endpoints[act](id);
    return 'done';
  } catch (error) {
    if (!(error instanceof RefusedCall)) throw error;
    return error.problem.code;
  } finally {
    await write(sql`update volume_lines set batch_id = null where batch_id = ${batchId}`);
  }
}

const acts = Object.keys(benchChecks) as BenchAct[];
const lines: string[] = [];

test.each(acts)('%s succeeds, and is refused for each obstacle that the table names', async (act) => {
  expect(await answerOf(act, null)).toBe('done');
  lines.push(act);
  for (const obstacle of obstacles) {
    const answer = await answerOf(act, obstacle);
    lines.push(`  ${obstacle}: ${answer}`);
    const isRefused = codesOf(act, obstacle).some((code) => code === answer);
    expect(isRefused, `${obstacle} is answered ${answer}`).toBe(benchChecks[act][obstacle] !== 'no');
  }
});

test('each act answers each obstacle as it was decided', async () => {
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./obstacles.txt');
});

/** A marketplace that does not know the sale is not asked about one that the act is refused for anyway. */
test.each(['startPicking', 'confirmPacking', 'printLabel'] as const)(
  '%s is refused by its guard before the marketplace is asked',
  async (act) => {
    const guarded = obstacles.filter((obstacle) => benchChecks[act][obstacle] === 'guard');
    for (const obstacle of [null, ...guarded]) {
      const id = await sell(1);
      await bases[act](id);
      if (obstacle) await impose[obstacle](id);
      await set(id, `account_id = ${accountId}, remote_order_id = '99${id}'`);
      const answer = await endpoints[act](id).catch((error: unknown) => error);
      const code = answer instanceof RefusedCall ? answer.problem.code : 'done';
      expect(code, String(obstacle)).toBe(obstacle ? codeOfObstacle(act, obstacle) : 'upstream_unknown');
      await write(sql`update volume_lines set batch_id = null where batch_id = ${batchId}`);
    }
  },
);
