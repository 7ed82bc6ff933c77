import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { registerActive, signInByHeader } from '#server/account/test/factory.ts';
import { startInbox } from '#server/account/test/inbox.ts';
import { makeTrade } from '#server/dropshipping/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { report } from '#server/test/fault-report.ts';

const inbox = await startInbox();
const app = await testApp({ SMTP_URL: inbox.url });
const tenMinutes = 10;
const fortyDays = 40 * 24 * 60;

const opens = (token: string) =>
  app
    .withToken(token)
    .call(api.auth.session)
    .then(
      () => true,
      () => false,
    );
const renews = (refreshToken: string) =>
  app.anonymous.call(api.auth.refresh, { body: { refreshToken } }).then(
    () => true,
    () => false,
  );

test('a clock that jumps back gives no ended session its life back', async () => {
  const email = await registerActive(app, inbox);
  const left = await signInByHeader(app, email);
  await app.withToken(left.token).call(api.auth.signOut, { body: {} });
  const used = await signInByHeader(app, email);
  await app.anonymous.call(api.auth.refresh, { body: { refreshToken: used.refreshToken } });
  app.clock.advance(1);
  expect(await renews(used.refreshToken)).toBe(false);
  const outlived = await signInByHeader(app, email);
  for (const jump of [tenMinutes, -tenMinutes, -tenMinutes, tenMinutes, fortyDays]) {
    app.clock.advance(jump);
    for (const { token, refreshToken } of [left, used]) {
      expect(await opens(token)).toBe(false);
      expect(await renews(refreshToken)).toBe(false);
    }
  }
  // A session that expired by time alone was used while it was expired, which ends it for good.
  expect(await renews(outlived.refreshToken)).toBe(false);
  app.clock.advance(-fortyDays);
  expect(await renews(outlived.refreshToken)).toBe(false);
  report({ fault: 'clock ±10 min, +40 days and back: sessions', times: 6 });
});

/** The last seconds of a month, of February in a leap year and of an ordinary day, in Sao Paulo. */
test.each([
  ['month end', '2026-12-01T02:59:58.000Z', '2026-11-30', '2026-12-01'],
  ['leap day', '2028-03-01T02:59:58.000Z', '2028-02-29', '2028-03-01'],
  ['year end', '2029-01-01T02:59:58.000Z', '2028-12-31', '2029-01-01'],
])(
  '%s: each sale in the invoice of its day, closed once however the clock jumps',
  async (name, lastSeconds, day, next) => {
    app.clock.set(lastSeconds);
    const trade = await makeTrade(app);
    await trade.packOne();
    app.clock.advance(3 / 60);
    await trade.packOne();
    const invoices = async () =>
      await app.rows(
        trade.supplier.businessId,
        'select day::text, closed_at, total_centavos, (select count(*) from dropinvoice_items i where i.dropinvoice_id = d.id) as lines from dropinvoices d order by day',
      );
    expect(await invoices()).toMatchObject([
      { day, closed_at: null, lines: 1 },
      { day: next, closed_at: null, lines: 1 },
    ]);
    app.clock.advance(5);
    await trade.closeDay();
    const [closed] = await invoices();
    expect(closed?.closed_at).not.toBeNull();
    for (const jump of [-tenMinutes, tenMinutes, fortyDays, -fortyDays]) {
      app.clock.advance(jump);
      await trade.packOne();
      await trade.closeDay();
      await trade.expectSound();
      expect((await invoices()).find((one) => one.day === day)).toEqual(closed);
    }
    report({ fault: `clock at ${name}, ±10 min, ±40 days: invoices`, times: 4 });
  },
);
