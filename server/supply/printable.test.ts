import { describe, expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { makeRequest, orderGoods } from './test/factory.ts';

const app = await testApp();
const owner = await app.join('supply');
const other = await app.join('supply');
const place = await makeWarehouse(owner);
const stockist = await app.hire(owner.businessId, ['stockist'], [place.warehouseId]);

const make = async () => {
  const [one, two] = [
    await makeVariation(app, owner.businessId, 'Bule'),
    await makeVariation(app, owner.businessId, 'Xícara'),
  ];
  const request = await orderGoods(owner, place.warehouseId, [
    { variationId: one.variationId, quantity: 12, quantityPerVolume: 5, priceCentavos: 990 },
    { variationId: two.variationId, quantity: 3 },
  ]);
  return { id: request.id, uuid: request.printKey ?? '', lines: request.lines.map((line) => line.id) };
};
const url = (uuid: string) => `/api/printable-supply-requests/${uuid}`;
const open = (uuid: string) => app.http.inject({ method: 'GET', url: url(uuid) });
const answer = (uuid: string, body: object) =>
  app.http.inject({ method: 'POST', url: `${url(uuid)}/answers`, payload: body });
const read = (id: number) => owner.call(api.supplyRequests.detail, { params: { id } });
const seen = ({ statusCode, body }: { statusCode: number; body: string }) =>
  `${statusCode} ${body.replace(/"requestId":"[^"]*"/, '')}`;

describe('the printed supply request', () => {
  it('after the approval anyone with the address reads the printed request, with prices unless the buyer left them out', async () => {
    const { id, uuid } = await make();
    const answered = await open(uuid);
    expect(answered.headers['cache-control']).toBe('no-store');
    expect(answered.json()).toMatchObject({
      state: 'in_transport',
      takesAnswers: true,
      totalCentavos: 14_880,
      lines: [{ quantity: 12, volumes: 3, priceCentavos: 990, totalCentavos: 11_880, answer: null }, {}],
    });
    await app.rows(owner.businessId, `update supply_requests set shows_prices = false where id = ${id}`);
    expect((await open(uuid)).body).not.toMatch(/entavos/);
    const pending = await makeRequest(owner, place.warehouseId, [
      { variationId: (await makeVariation(app, owner.businessId)).variationId, quantity: 1 },
    ]);
    expect(pending.printKey).toBeNull();
    const early = await owner.refused(api.supplyRequests.renewLink, { params: { id: pending.id }, body: {} });
    expect(early.code).toBe('state_conflict');
    expect((await stockist.call(api.supplyRequests.detail, { params: { id } })).printKey).toBeNull();
  });

  it('a request has one valid address; former, guessed and malformed ones get the same 404', async () => {
    const { id, uuid } = await make();
    const guessed = await open('00000000-0000-4000-8000-000000000000');
    expect(guessed.statusCode).toBe(404);
    const renewed = await owner.call(api.supplyRequests.renewLink, { params: { id }, body: {} });
    expect(renewed.printKey).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(renewed.printKey).not.toBe(uuid);
    for (const wrong of [uuid, uuid.toUpperCase(), uuid.slice(1), '1', "'"])
      expect(seen(await open(wrong))).toBe(seen(guessed));
    expect((await open(renewed.printKey ?? '')).statusCode).toBe(200);
    const revoked = await owner.call(api.supplyRequests.revokeLink, { params: { id } });
    expect(revoked.printKey).toBeNull();
    expect(seen(await open(renewed.printKey ?? ''))).toBe(seen(guessed));
    for (const act of [api.supplyRequests.renewLink, api.supplyRequests.revokeLink])
      expect((await other.refused(act, { params: { id }, body: {} } as never)).code).toBe('not_found');
  });

  it('stores every answer of the vendor by line, and the buyer decides each once', async () => {
    const { id, uuid, lines } = await make();
    const [first = 0, second = 0] = lines;
    const said = {
      name: 'Vera',
      lines: [{ lineId: first, quantity: 10, deliveryOn: '2026-12-09', note: 'falta 2' }],
    };
    expect((await answer(uuid, said)).json().lines[0].answer).toMatchObject({ quantity: 10, taken: null });
    const again = { params: { uuid }, body: { name: 'Vera', lines: [{ lineId: second, quantity: 3 }] } };
    await other.call(api.printableRequests.answer, again);
    await other.call(api.printableRequests.answer, again);
    const kept = await app.rows(
      owner.businessId,
      `select count(*)::int as n from supply_request_answers where request_id = ${id}`,
    );
    expect(kept).toEqual([{ n: 3 }]);
    const answers = (await read(id)).lines.map((line) => line.answer);
    expect(answers).toMatchObject([
      { quantity: 10, deliveryOn: '2026-12-09', name: 'Vera' },
      { quantity: 3 },
    ]);

    const decide = (ids: number[], taken: boolean) => ({ params: { id }, body: { answerIds: ids, taken } });
    const [one = 0, two = 0] = answers.map((line) => line?.id ?? 0);
    const taken = await owner.call(api.supplyRequests.decideAnswers, decide([one], true));
    expect(taken.estimatedDelivery).toBe('2026-12-09');
    expect(taken.lines[0]).toMatchObject({ quantity: 12, answer: { taken: true } });
    expect((await owner.refused(api.supplyRequests.decideAnswers, decide([one, two], false))).code).toBe(
      'state_conflict',
    );
    const declined = await owner.call(api.supplyRequests.decideAnswers, decide([two], false));
    expect(declined.lines[1]?.answer?.taken).toBe(false);
    expect(declined.estimatedDelivery).toBe('2026-12-09');
    const { items } = await owner.call(api.supplyRequests.events, { params: { id } });
    expect(items.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['answered', 'answers_taken', 'answers_declined']),
    );
  });

  it('refuses an answer with a line of another request, a repeated line or an invalid quantity, and stores nothing', async () => {
    const { id, uuid, lines } = await make();
    const foreign = await make();
    const line = { lineId: lines[0] ?? 0, quantity: 1 };
    const wrong = [
      [line, { lineId: foreign.lines[0], quantity: 1 }],
      [line, line],
      [line, { lineId: lines[1], quantity: -1 }],
      [line, { lineId: lines[1], quantity: 1e9 }],
      [],
    ];
    for (const body of wrong)
      expect((await answer(uuid, { name: 'Vera', lines: body })).statusCode).toBe(422);
    expect((await answer(uuid, { name: ' ', lines: [line] })).statusCode).toBe(422);
    expect((await read(id)).lines.every((one) => one.answer === null)).toBe(true);
  });

  it('an answer with a past delivery day or a name with hidden characters is refused at its field', async () => {
    const { id, uuid, lines } = await make();
    const line = (nth: number, deliveryOn: string) => ({ lineId: lines[nth], quantity: 1, deliveryOn });
    const late = await answer(uuid, {
      name: 'Vera',
      lines: [line(0, '2026-12-09'), line(1, '2026-11-20')],
    });
    expect(late.statusCode).toBe(422);
    expect(late.json().errors.lines[1].deliveryOn).toMatchObject([{ code: 'date_past' }]);
    const hidden = await answer(uuid, { name: 'Vera\u202Eareva', lines: [line(0, '2026-12-09')] });
    expect(hidden.json()).toMatchObject({ errors: { name: [{ code: 'hidden_characters' }] } });
    expect((await read(id)).lines.every((one) => one.answer === null)).toBe(true);
    const today = await answer(uuid, { name: 'Vera', lines: [line(0, '2026-11-21')] });
    expect(today.statusCode).toBe(200);
  });

  it('a canceled request is shown as canceled and refuses answers', async () => {
    const { id, uuid, lines } = await make();
    await owner.call(api.supplyRequests.cancel, { params: { id }, body: { reason: 'preço' } });
    const shown = await other.call(api.printableRequests.detail, { params: { uuid } });
    expect(shown).toMatchObject({ state: 'canceled', takesAnswers: false });
    const late = await answer(uuid, { name: 'Vera', lines: [{ lineId: lines[0], quantity: 1 }] });
    expect(late.json()).toMatchObject({ code: 'state_conflict' });
  });

  it('one address is limited to 120 reads of the printed request', async () => {
    const { uuid } = await make();
    const codes: number[] = [];
    for (let nth = 0; nth < 123; nth++)
      codes.push(
        (await app.http.inject({ method: 'GET', url: url(uuid), remoteAddress: '203.0.113.7' })).statusCode,
      );
    expect(codes.filter((code) => code === 200)).toHaveLength(120);
    expect(codes.filter((code) => code === 429)).toHaveLength(3);
  });
});
