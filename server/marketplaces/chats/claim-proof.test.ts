import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { connectSeller, settler } from '#server/marketplaces/test/factory.ts';
import { startTalkServer } from '#server/outside/marketplaces/mercado-livre/test/talk-server.ts';
import { makePicture } from '#server/products/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { notificationSecret, startSandboxProcess } from '#server/test/sandbox.ts';

const sandbox = await startSandboxProcess();
const talk = await startTalkServer(sandbox.variables.MERCADO_LIVRE_API ?? '');
const app = await testApp({ ...sandbox.variables, MERCADO_LIVRE_API: talk.url });
app.clock.set(systemClock.now().toISOString());
const settle = settler({ app, sandbox });
const seller = await app.join('sales');
await connectSeller(seller);

const threads = async () =>
  (await seller.call(api.chats.list, { query: { query: 'kind:claim', sort: '-last' } })).items;

/** A claim with this single possible action; returns its thread. */
async function claimed(id: string, action: string): Promise<number> {
  const known = (await threads()).map((row) => row.id);
  talk.claim(id, `200000900${id}`, [{ action }]);
  await app.anonymous.call(api.notifications.receive, {
    params: { marketplace: 'mercado-livre', secret: notificationSecret },
    body: {
      ...{ _id: randomUUID(), resource: `post-purchase/v1/claims/${id}`, user_id: 182_440_771 },
      ...{ topic: 'post_purchase', application_id: 1000, attempts: 1 },
    },
  });
  await settle();
  return (await threads()).find((row) => !known.includes(row.id))?.id ?? 0;
}
const sentTo = (end: string) => talk.calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);

test('the seller proves the shipment of a parcel with its receipt, in the fields that the claim asks for', async () => {
  const params = { id: await claimed('5300000031', 'add_shipping_evidence') };
  const proof = { act: 'prove_shipping', choice: 'entrusted', clientId: randomUUID() } as const;
  expect(await seller.refused(api.postsales.decide, { params, body: proof })).toMatchObject({
    errors: { details: { shippedOn: [{ code: 'required' }] } },
  });
  const details = { shippedOn: '2026-11-18', carrier: 'Jadlog', trackingCode: 'JD1' };
  const strange = { ...proof, details: { ...details, dispatchOn: '2026-11-20' } };
  expect(await seller.refused(api.postsales.decide, { params, body: strange })).toMatchObject({
    errors: { details: { dispatchOn: [{ code: 'invalid' }] } },
  });
  const receipt = { name: 'recibo.png', bytes: await makePicture(), contentType: 'image/png' };
  await seller.call(api.postsales.decide, { params, body: { ...proof, details }, files: [receipt] });
  await settle();
  expect(sentTo('5300000031/actions/evidences')).toEqual([
    {
      ...{ type: 'shipping_evidence', shipping_method: 'entrusted', shipping_company_name: 'Jadlog' },
      ...{ date_shipped: '2026-11-18', tracking_number: 'JD1' },
      attachments: [expect.stringMatching(/^prova-/)],
    },
  ]);
  const { messages } = await seller.call(api.chats.detail, { params });
  expect(messages.at(-1)).toMatchObject({ act: 'prove_shipping', sending: 'sent' });
});

test('the seller states by when a parcel is sent', async () => {
  const params = { id: await claimed('5300000032', 'send_potential_shipping') };
  const details = { dispatchOn: '2026-12-02' };
  const body = { act: 'promise_dispatch', clientId: randomUUID(), details } as const;
  const passed = { ...body, details: { dispatchOn: '2026-11-20' } };
  expect(await seller.refused(api.postsales.decide, { params, body: passed })).toMatchObject({
    errors: { details: { dispatchOn: [{ code: 'date_past' }] } },
  });
  await seller.call(api.postsales.decide, { params, body });
  await settle();
  expect(sentTo('5300000032/evidences')).toEqual([
    { type: 'handling_shipping_evidence', handling_date: '2026-12-02' },
  ]);
});
