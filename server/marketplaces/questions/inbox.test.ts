import { afterEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { questionStage } from '../test/question-stage.ts';

const { sandbox, seller, account, outsider, settle, ask, rowOf, threadOf, arrived, answer } =
  await questionStage();

afterEach(async () => {
  await sandbox.control('DELETE', '/faults');
  await settle();
});

describe('next to the thread', () => {
  test('the thread of a question shows earlier questions of the buyer and answers to similar questions', async () => {
    const first = await arrived('Vocês entregam em Manaus?');
    await answer(first.id, 'Entregamos em todo o Brasil.');
    await settle();
    const { former, given } = await (async () => {
      await arrived('Entregam em Manaus também?');
      return threadOf('Entregam em Manaus também?');
    })();
    expect(former.map(({ text }) => text)).toContain('Vocês entregam em Manaus?');
    expect(given[0]).toMatchObject({ answer: 'Entregamos em todo o Brasil.', sameProduct: true });
    const other = await ask('De outro comprador?', { buyer: 999 });
    await settle();
    expect(other).toBeGreaterThan(0);
    expect((await threadOf('De outro comprador?')).former).toEqual([]);
  });

  test('orders the inbox by waiting time, filtered by state, account and publication', async () => {
    const rows = await seller.call(api.presales.list, {
      query: { query: `state:waiting account:${account.id}`, size: '100' },
    });
    const times = rows.items.map(({ askedAt }) => askedAt);
    expect(times).toEqual(times.toSorted());
    const publication = rows.items[0]?.publication?.id ?? 0;
    const found = await seller.call(api.presales.list, { query: { query: `publication:${publication}` } });
    expect(found.total).toBeGreaterThan(rows.total - 1);
    const none = await seller.call(api.presales.list, { query: { query: 'publication:999999' } });
    expect(none.total).toBe(0);
    const counts = await seller.call(api.presales.counts, {});
    expect(counts.waiting).toBe(rows.total);
    for (const [filter, total] of [
      [
        `publication:${publication} state:answered`,
        found.items.filter(({ state }) => state === 'waiting').length,
      ],
      ['publication:999999', 0],
    ] as const)
      expect(await seller.call(api.presales.counts, { query: { query: filter } })).toMatchObject({
        waiting: total,
      });
    const home = await seller.call(api.dashboard.detail, {});
    const waiting = home.todo.find(({ kind }) => kind === 'questionsWaiting');
    expect(waiting?.count).toBe(counts.waiting + counts.refused);
  });

  test('the thread of a question shows nothing to another business', async () => {
    const row = await rowOf('Serve no fogão?');
    const params = { id: row?.id ?? 0 };
    expect(await outsider.refused(api.presales.detail, { params })).toMatchObject({ code: 'not_found' });
    const asked = { params, body: { text: 'Oi' } };
    expect(await outsider.refused(api.presales.answer, asked)).toMatchObject({ code: 'not_found' });
    expect((await outsider.call(api.presales.list)).total).toBe(0);
  });
});

describe('answer templates', () => {
  test('answer templates can be created, changed and removed, and a duplicate name or stale edit is refused', async () => {
    const body = { name: 'Prazo', text: 'Enviamos {produto} hoje.' };
    const made = await seller.call(api.answerTemplates.create, { body });
    expect(made).toMatchObject({ ...body, version: 1 });
    const twin = await seller.refused(api.answerTemplates.create, { body: { ...body, name: 'PRAZO' } });
    expect(twin.errors).toMatchObject({ name: [{ code: 'duplicate' }] });
    const params = { id: made.id };
    const changed = await seller.call(api.answerTemplates.update, {
      params,
      body: { text: 'Amanhã.' },
      version: 1,
    });
    expect(changed).toMatchObject({ name: 'Prazo', text: 'Amanhã.', version: 2 });
    const stale = { params, body: { text: 'Nunca.' }, version: 1 };
    expect(await seller.refused(api.answerTemplates.update, stale)).toMatchObject({ code: 'stale_version' });
    expect(await outsider.refused(api.answerTemplates.remove, { params })).toMatchObject({
      code: 'not_found',
    });
    await seller.call(api.answerTemplates.remove, { params });
    expect((await seller.call(api.answerTemplates.list)).total).toBe(0);
  });
});
