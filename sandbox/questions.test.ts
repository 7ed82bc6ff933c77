import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from './reading.ts';
import type { Sandbox } from './start.ts';
import type { Caller, Receiver } from './testing.ts';
import {
  callerFor,
  control,
  legacySeller,
  newModelSeller,
  publish,
  singleDraft,
  startWithReceiver,
} from './testing.ts';

let sandbox: Sandbox;
let call: Caller;
let receiver: Receiver;
let close: () => Promise<void>;
let item: Fields;

beforeAll(async () => {
  ({ receiver, sandbox, call, close } = await startWithReceiver(legacySeller));
});
afterAll(() => close());
beforeEach(async () => {
  await control(sandbox, 'POST', '/reset', { keepGrants: true });
  item = await publish(sandbox, call, singleDraft());
  receiver.received.length = 0;
});

const ask = async (text: string) =>
  fieldsOf((await control(sandbox, 'POST', '/questions', { itemId: item.id, text })).body);

describe('questions', () => {
  it('a question is notified, read, found and answered once', async () => {
    const { id } = await ask('Tem azul?');
    const { body } = await call('GET', `/questions/${id}?api_version=4`);
    expect(body).toMatchObject({
      id,
      seller_id: legacySeller,
      item_id: item.id,
      status: 'UNANSWERED',
      text: 'Tem azul?',
      deleted_from_listing: false,
      hold: false,
      answer: null,
      from: { id: expect.any(Number) },
    });
    const found = await call('GET', `/questions/search?seller_id=${legacySeller}&api_version=4`);
    expect(found.body).toMatchObject({ total: 1, questions: [{ id }] });
    const answered = await call('POST', '/answers', { question_id: id, text: 'Temos!' });
    expect(answered.body).toMatchObject({ status: 'ANSWERED', answer: { text: 'Temos!', status: 'ACTIVE' } });
    const again = await call('POST', '/answers', { question_id: id, text: 'Temos mesmo!' });
    expect(again).toMatchObject({ status: 400, body: { error: 'not_unanswered_question' } });
    await expect
      .poll(() =>
        receiver.received.filter(({ topic }) => topic === 'questions').map(({ resource }) => resource),
      )
      .toEqual([`/questions/${id}`, `/questions/${id}`]);
  });

  it('an empty or too long answer, one of another seller and one without a seller are refused', async () => {
    const { id } = await ask('Tem azul?');
    for (const text of ['', '  ', 'x'.repeat(2001)])
      expect((await call('POST', '/answers', { question_id: id, text })).status).toBe(400);
    expect((await call('POST', '/answers', { text: 'Sim' })).status).toBe(400);
    expect((await call('POST', '/answers', { question_id: 1, text: 'Sim' })).status).toBe(404);
    const other = await callerFor(sandbox, newModelSeller);
    expect((await other('GET', `/questions/${id}`)).status).toBe(403);
    expect((await other('POST', '/answers', { question_id: id, text: 'Sim' })).status).toBe(403);
    expect((await other('GET', `/questions/search?seller_id=${legacySeller}`)).status).toBe(403);
    expect((await call('POST', '/answers', { question_id: id, text: 'x'.repeat(2000) })).status).toBe(200);
  });

  it('a question with a telephone number waits for a moderator, and a banned one is emptied', async () => {
    const { id } = await ask('Me chama no 11 98765-4321');
    expect((await call('GET', `/questions/${id}`)).body).toMatchObject({ status: 'UNDER_REVIEW' });
    expect((await call('POST', '/answers', { question_id: id, text: 'Oi' })).status).toBe(400);
    await control(sandbox, 'PATCH', `/questions/${id}`, { status: 'BANNED' });
    expect((await call('GET', `/questions/${id}`)).body).toMatchObject({ status: 'BANNED', text: '' });
  });

  it('closing a listing closes its questions unanswered', async () => {
    const { id } = await ask('Ainda tem?');
    await call('PUT', `/items/${item.id}`, { status: 'closed' });
    expect((await call('GET', `/questions/${id}`)).body).toMatchObject({ status: 'CLOSED_UNANSWERED' });
  });

  it('questions are found by page, status, item and buyer, in either order', async () => {
    for (const text of ['Um?', 'Dois?', 'Três?']) await ask(text);
    const page = async (query: string) => {
      const { body } = await call('GET', `/questions/search?seller_id=${legacySeller}&${query}`);
      return listOf(body.questions).map((question) => fieldsOf(question).text);
    };
    expect(await page('sort_fields=date_created&sort_types=ASC&limit=2')).toEqual(['Um?', 'Dois?']);
    expect(await page('sort_fields=date_created&sort_types=ASC&limit=2&offset=2')).toEqual(['Três?']);
    expect(await page('sort_fields=date_created&sort_types=DESC&limit=1')).toEqual(['Três?']);
    expect(await page('status=ANSWERED')).toEqual([]);
    expect(await page('from=1')).toEqual([]);
    expect((await call('GET', '/questions/search?status=ANSWERED')).status).toBe(400);
  });
});
