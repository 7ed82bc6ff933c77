import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp({ PORT: '0' });
const address = (await app.listen()).replace('[::]', 'localhost').replace('0.0.0.0', 'localhost');

/** An open stream of events; `ended` settles when the server closes it. */
async function listenAs(token: string) {
  const answer = await fetch(`${address}/api/events`, { headers: { authorization: `Bearer ${token}` } });
  const heard: string[] = [];
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) heard.push(decoder.decode(chunk));
    return performance.now();
  })();
  return { status: answer.status, heard, ended };
}

test('an open stream ends within a second of the removal, and the others stay', async () => {
  const owner = await app.join('sales');
  const mine = await listenAs(owner.token);
  const took: number[] = [];
  // The fastest of three counts, so that a pause of the machine does not fail the test.
  for (let n = 0; n < 3; n++) {
    const packer = await app.hire(owner.businessId, ['packer']);
    const theirs = await listenAs(packer.token);
    const { items } = await owner.call(api.staff.list, { query: { query: `email:${packer.email}` } });
    await owner.call(api.staff.remove, { params: { id: items[0]?.id ?? 0 } });
    const removed = performance.now();
    took.push((await theirs.ended) - removed);
    expect((await listenAs(packer.token)).status).toBe(200);
  }
  expect(Math.min(...took)).toBeLessThan(1000);
  await expect.poll(() => mine.heard.join('')).toContain('"staff"');
  const open = await Promise.race([mine.ended.then(() => 'ended'), Promise.resolve('open')]);
  expect(open).toBe('open');
  await owner.call(api.auth.signOut, { body: {} });
  await mine.ended;
  expect((await listenAs(owner.token)).status).toBe(401);
});

test('sends changes made between reading a page and opening its stream, and no older ones', async () => {
  const [owner, stranger] = [await app.join('supply'), await app.join('supply')];
  const first = await listenAs(owner.token);
  await owner.call(api.categories.create, { body: { description: 'Canecas' } });
  await expect.poll(() => first.heard.join('')).toContain('"categories"');
  const late = await listenAs(owner.token);
  await expect.poll(() => late.heard.join('')).toContain('"categories"');
  app.clock.advance(1);
  const later = await listenAs(owner.token);
  const foreign = await listenAs(stranger.token);
  for (const person of [owner, stranger])
    await person.call(api.productsTags.create, { body: { name: 'Natal', colour: 'green' } });
  for (const { heard } of [later, foreign])
    await expect.poll(() => heard.join('')).toContain('"productsTags"');
  expect([...later.heard, ...foreign.heard].join('')).not.toContain('"categories"');
});
