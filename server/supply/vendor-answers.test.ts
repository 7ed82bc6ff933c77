import { describe, expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { makeRequest, orderGoods } from './test/factory.ts';
import { receiver } from './test/receive.ts';

const app = await testApp();
const owner = await app.join('supply');
const place = await makeWarehouse(owner);
const stockist = await app.hire(owner.businessId, ['stockist'], [place.warehouseId]);

/** An approved request of 12 jugs, five a volume, and 6 cups; expected on 1 December. */
async function order() {
  const jug = await makeVariation(app, owner.businessId, 'Jarra');
  const cup = await makeVariation(app, owner.businessId, 'Xícara');
  const request = await orderGoods(owner, place.warehouseId, [
    { variationId: jug.variationId, quantity: 12, quantityPerVolume: 5 },
    { variationId: cup.variationId, quantity: 6 },
  ]);
  const { id, printKey } = request;
  const [jugs = 0, cups = 0] = request.lines.map((line) => line.id);
  const read = () => owner.call(api.supplyRequests.detail, { params: { id } });
  type Said = { lineId: number; quantity: number; deliveryOn?: string };
  /** The vendor answers; gives the ids of the answers of the lines that were named, in their order. */
  const answer = async (...lines: Said[]) => {
    const uuid = printKey ?? '';
    await owner.call(api.printableRequests.answer, { params: { uuid }, body: { name: 'Vera', lines } });
    const now = await read();
    return lines.map(({ lineId }) => now.lines.find((line) => line.id === lineId)?.answer?.id ?? 0);
  };
  const decide = (answerIds: number[], taken = true) => ({ params: { id }, body: { answerIds, taken } });
  const take = (...answerIds: number[]) => owner.call(api.supplyRequests.decideAnswers, decide(answerIds));
  const inbound = async () =>
    (
      await app.rows(
        owner.businessId,
        `select s.inbound from stock s where s.variation_id in (${jug.variationId}, ${cup.variationId})
          order by s.variation_id`,
      )
    ).map((row) => row.inbound);
  const receipt = receiver(stockist, id, place.positionId);
  return { id, uuid: printKey ?? '', jug, jugs, cups, read, answer, decide, take, inbound, receipt };
}
const sound = async () => expect(await checkInvariants(app.databaseUrl)).toEqual([]);

describe('accepted answers of a vendor', () => {
  it('accepting an answer confirms quantity and day of its line, keeps the ordered quantity and expects the confirmed units', async () => {
    const { jugs, answer, take, inbound, uuid } = await order();
    expect(await inbound()).toEqual([12, 6]);
    const [id = 0] = await answer({ lineId: jugs, quantity: 10, deliveryOn: '2026-12-09' });
    expect(await inbound()).toEqual([12, 6]);
    const taken = await take(id);
    expect(taken).toMatchObject({ estimatedDelivery: '2026-12-09', totalProducts: 18 });
    expect(taken.lines).toMatchObject([
      { quantity: 12, confirmedQuantity: 10, confirmedOn: '2026-12-09' },
      { quantity: 6, confirmedQuantity: null, confirmedOn: null },
    ]);
    expect(await inbound()).toEqual([10, 6]);
    const printed = await owner.call(api.printableRequests.detail, { params: { uuid } });
    expect(printed.lines[0]).toMatchObject({
      quantity: 12,
      confirmedQuantity: 10,
      confirmedOn: '2026-12-09',
    });
    await sound();
  });

  it('a later answer replaces an accepted one, and each changes the expected units once', async () => {
    const { jugs, answer, take, inbound } = await order();
    for (const quantity of [10, 0, 15, 15, 12]) {
      const [id = 0] = await answer({ lineId: jugs, quantity });
      await take(id);
      expect((await inbound())[0]).toBe(quantity);
    }
    await sound();
  });

  it('declining an answer leaves the line and the expected units unchanged', async () => {
    const { jugs, answer, decide, read, inbound } = await order();
    const [id = 0] = await answer({ lineId: jugs, quantity: 3, deliveryOn: '2026-12-20' });
    await owner.call(api.supplyRequests.decideAnswers, decide([id], false));
    expect(await read()).toMatchObject({
      estimatedDelivery: '2026-12-01',
      lines: [{ confirmedQuantity: null }, {}],
    });
    expect(await inbound()).toEqual([12, 6]);
  });

  it('accepting an answer is refused after the vendor answered the line again, or after the goods arrived', async () => {
    const { jugs, answer, decide, take, receipt, inbound } = await order();
    const [old = 0] = await answer({ lineId: jugs, quantity: 3 });
    const [now = 0] = await answer({ lineId: jugs, quantity: 10 });
    expect((await owner.refused(api.supplyRequests.decideAnswers, decide([old]))).code).toBe(
      'answer_superseded',
    );
    await take(now);
    const [late = 0] = await answer({ lineId: jugs, quantity: 1 });
    await receipt.advance('in_transport');
    const refused = await owner.refused(api.supplyRequests.decideAnswers, decide([late]));
    expect(refused).toMatchObject({ code: 'state_conflict', facts: { state: 'check_volumes' } });
    expect(await inbound()).toEqual([10, 6]);
  });

  it('the estimated delivery is the last day of all lines that still come, the ordered day if a line has no confirmed one', async () => {
    const { jugs, cups, answer, take } = await order();
    const say = async (lineId: number, quantity: number, deliveryOn?: string) => {
      const [id = 0] = await answer({ lineId, quantity, ...(deliveryOn && { deliveryOn }) });
      return (await take(id)).estimatedDelivery;
    };
    expect(await say(jugs, 12, '2026-11-25')).toBe('2026-12-01');
    expect(await say(jugs, 12, '2026-12-15')).toBe('2026-12-15');
    expect(await say(cups, 6, '2026-11-26')).toBe('2026-12-15');
    expect(await say(jugs, 12, '2026-11-27')).toBe('2026-11-27');
    expect(await say(jugs, 12)).toBe('2026-11-27');
    expect(await say(jugs, 0)).toBe('2026-11-26');
  });

  it('receiving expects the confirmed quantity: its volumes, its units and nothing of a line confirmed with zero', async () => {
    const { jugs, cups, jug, answer, take, receipt, inbound } = await order();
    await take(...(await answer({ lineId: jugs, quantity: 10 }, { lineId: cups, quantity: 0 })));
    expect((await receipt.read()).lines).toMatchObject([
      { quantity: 10, ordered: 12, volumes: 2 },
      { quantity: 0, ordered: 6, volumes: 0 },
    ]);
    await receipt.advance('in_transport');
    await receipt.count(jugs, 3);
    await receipt.count(cups, 0);
    const over = await stockist.refused(api.supplyRequests.advance, {
      params: { id: (await receipt.read()).id },
      body: { from: 'check_volumes' },
    });
    expect(over).toMatchObject({ code: 'problem_required', facts: { less: [], more: [jug.sku] } });
    await receipt.count(jugs, 2);
    await receipt.advance('check_volumes');
    await receipt.register(jugs, 2, 5);
    await receipt.advance('register_volumes');
    await receipt.tagAll();
    await receipt.advance('tag_volumes');
    await receipt.launchAll();
    expect(await inbound()).toEqual([0, 0]);
    await receipt.advance('stock_up');
    expect((await receipt.read()).state).toBe('attended');
    await sound();
  });

  it('the rest of a request is what is missing of the confirmed quantity, not of the ordered one', async () => {
    const { id, jugs, cups, answer, take, receipt } = await order();
    await take(...(await answer({ lineId: jugs, quantity: 10 }, { lineId: cups, quantity: 6 })));
    await receipt.advance('in_transport');
    await receipt.count(jugs, 1);
    await receipt.count(cups, 6);
    await stockist.call(api.reportedProblems.create, {
      body: { requestId: id, lineId: jugs, kind: 'missing', title: 'Faltou um' },
    });
    await receipt.advance('check_volumes');
    await receipt.register(jugs, 1, 5);
    await receipt.register(cups, 6, 1);
    await receipt.advance('register_volumes');
    await receipt.tagAll();
    await receipt.advance('tag_volumes');
    await receipt.launchAll();
    await receipt.advance('stock_up', { acknowledge: true, rest: 'child' });
    const child = await app.rows(
      owner.businessId,
      `select l.quantity, l.confirmed_quantity from supply_requests r join supply_request_lines l on l.request_id = r.id
        where r.parent_id = ${id}`,
    );
    expect(child).toEqual([{ quantity: 5, confirmed_quantity: null }]);
    await sound();
  });

  it('a duplicate of a request has the ordered quantity, not the confirmed one', async () => {
    const { id, jugs, answer, take } = await order();
    await take(...(await answer({ lineId: jugs, quantity: 1, deliveryOn: '2026-12-30' })));
    const copy = await owner.call(api.supplyRequests.duplicate, { params: { id } });
    expect(copy).toMatchObject({ totalProducts: 18, lines: [{ quantity: 12, confirmedQuantity: null }, {}] });
  });

  it('canceling a request with a confirmed quantity expects nothing more', async () => {
    const { id, jugs, answer, take, inbound } = await order();
    await take(...(await answer({ lineId: jugs, quantity: 20 })));
    await owner.call(api.supplyRequests.cancel, { params: { id }, body: { reason: 'preço' } });
    expect(await inbound()).toEqual([0, 0]);
    await sound();
  });

  it('another business gets 404 for an answer', async () => {
    const stranger = await app.join('supply');
    const { jugs, answer, decide } = await order();
    const answers = await answer({ lineId: jugs, quantity: 1 });
    expect((await stranger.refused(api.supplyRequests.decideAnswers, decide(answers))).code).toBe(
      'not_found',
    );
    const pending = await makeRequest(owner, place.warehouseId, [
      { variationId: (await makeVariation(app, owner.businessId)).variationId, quantity: 1 },
    ]);
    expect(pending.lines[0]).toMatchObject({ confirmedQuantity: null, confirmedOn: null });
  });
});
