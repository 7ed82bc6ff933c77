import { describe, expect, test } from 'vitest';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import type { Delivery } from '../inbox.ts';
import type { Marketplace } from '../marketplace.ts';

/** What a marketplace's stand-in provides to test every operation of the port on notifications and sales. */
export type SalesStage = {
  marketplace: Marketplace;
  session: SellerSession;
  /** A seller who sells none of these items. */
  outsider: SellerSession;
  /** Somebody buys and pays one; `longAgo` is before it. */
  sell(): Promise<{ orderId: string; parcelId: string; longAgo: Date }>;
  /** An authorised NF-e for the parcel, as far as the marketplace reads it. */
  documentOf(parcelId: string): Promise<{ bytes: Buffer; key: string }>;
  /** The notification of an order; and that of a lost one, whose order this function creates. */
  notificationOf(orderId: string): { delivery: Delivery; body: Record<string, unknown> };
  /** The same notification for another account, in every possible way. */
  forged(delivery: Delivery): Delivery[];
  sellUnheard(): Promise<{ orderId: string }>;
  /** Changes one of its ads without a notification. */
  changeUnheard(): Promise<{ listingId: string }>;
  unknownOrder: string;
};

/** Tests every operation on notifications and sales of one marketplace. */
export function describeSales(name: string, stage: SalesStage): void {
  const { marketplace, session, outsider } = stage;
  const { inbox, orders, parcels } = marketplace;
  const { labelBy, labelFormats } = marketplace.capabilities(session.tags);

  describe(`news of ${name}`, () => {
    test('proved by its secret, for our application, about an order', () => {
      const { delivery, body } = stage.notificationOf('2000003508897196');
      expect(inbox.isProven(delivery)).toBe(true);
      for (const forged of stage.forged(delivery)) expect(inbox.isProven(forged)).toBe(false);
      const reported = inbox.read(body);
      expect(reported).toMatchObject({ isOurs: true, remoteUserId: session.remoteUserId });
      expect(inbox.topics).toContain(reported.topic);
      expect(inbox.concernOf(reported)).toEqual({ what: 'order', id: '2000003508897196' });
    });

    test('other notifications have no effect, and any part may be missing', () => {
      expect(inbox.concernOf({ topic: 'of-tomorrow', resource: '/orders/1' })).toBeNull();
      expect(inbox.concernOf({ topic: 'toString', resource: '' })).toBeNull();
      for (const body of [{}, { topic: 7, resource: null, user_id: [] }])
        expect(inbox.read(body)).toMatchObject({ isOurs: false, remoteUserId: '' });
    });

    if (inbox.readMissed)
      test('reads lost notifications', async () => {
        const { orderId } = await stage.sellUnheard();
        const missed = await inbox.readMissed?.(session);
        expect(missed?.failures).toEqual([]);
        expect(missed?.orders).toContain(orderId);
        const { listingId } = await stage.changeUnheard();
        expect(await inbox.readMissed?.(session)).toMatchObject({ listings: [listingId], failures: [] });
      });
  });

  /** If a shipment has to be arranged, it waits for that, once. */
  async function arrangeTwice(parcelId: string) {
    const { arrange } = parcels;
    expect(arrange !== null).toBe(marketplace.capabilities(session.tags).arrangesShipment);
    if (!arrange) return;
    expect((await parcels.read(session, parcelId))?.parcel.needsArranging).toBe(true);
    expect(await arrange(session, parcelId)).toMatchObject({ kind: 'arranged' });
    expect((await parcels.read(session, parcelId))?.parcel.needsArranging).toBe(false);
    expect(await arrange(session, parcelId)).toEqual({ kind: 'not_needed' });
  }

  /** It may be made after the call that asks for it: then it is not ready, until it is. */
  async function labelOf(parcelId: string) {
    let label = await parcels.label?.(session, parcelId);
    await expect
      .poll(
        async () => {
          if (label?.kind === 'refused' && label.reason === 'not_ready')
            label = await parcels.label?.(session, parcelId);
          return label?.kind;
        },
        { timeout: 10_000, interval: 250 },
      )
      .toBe('label');
    return label;
  }

  function describeLabels(): void {
    test('the document opens the label; the same once more is no refusal', async () => {
      const { parcelId } = await stage.sell();
      const early = await parcels.label?.(session, parcelId);
      expect(early).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/./) });
      const document = await stage.documentOf(parcelId);
      expect(await parcels.sendDocument(session, parcelId, document)).toBeNull();
      expect(await parcels.sendDocument(session, parcelId, document)).toBeNull();
      await arrangeTwice(parcelId);
      expect((await parcels.read(session, parcelId))?.parcel).toMatchObject({ hasLabel: true });
      const label = await labelOf(parcelId);
      for (const format of labelFormats)
        expect(label).toMatchObject({ kind: 'label', [format]: expect.any(Buffer) });
    });

    test('prints labels of many parcels as one file, and names one without a label while printing the others', async () => {
      const [first, second, open] = [await stage.sell(), await stage.sell(), await stage.sell()];
      for (const { parcelId } of [first, second]) {
        await parcels.sendDocument(session, parcelId, await stage.documentOf(parcelId));
        await parcels.arrange?.(session, parcelId);
        await labelOf(parcelId);
      }
      for (const format of labelFormats) {
        const all = [first, open, second].map(({ parcelId }) => parcelId);
        const refused = await parcels.labels?.(session, all, format);
        expect(refused).toMatchObject({ kind: 'refused', parcels: [{ parcelId: open.parcelId }] });
        const rest = all.filter((id) => id !== open.parcelId);
        const labels = await parcels.labels?.(session, rest, format);
        expect(labels).toMatchObject({ kind: 'labels', bytes: expect.any(Buffer) });
      }
    });
  }

  /** Reports steps to the marketplace; a repeated report has one effect. */
  function describeSteps(): void {
    test('sends the document, reports packed, reopened, packed and sent, and a repeated report has one effect', async () => {
      const { parcelId } = await stage.sell();
      expect(parcels.label).toBeNull();
      const document = await stage.documentOf(parcelId);
      expect(await parcels.sendDocument(session, parcelId, document)).toBeNull();
      // The answer to the first try may have been lost.
      expect(await parcels.sendDocument(session, parcelId, document)).toBeNull();
      const another = await parcels.sendDocument(session, parcelId, await stage.documentOf(parcelId));
      expect(another).toEqual(expect.stringMatching(/./));
      const report = (step: 'open' | 'packed' | 'sent') =>
        parcels.report?.(session, parcelId, {
          ...{ step, trackingCode: step === 'sent' ? 'BR123' : '', trackingUrl: '' },
        });
      for (const step of ['packed', 'packed', 'open', 'packed', 'sent', 'sent'] as const)
        expect(await report(step)).toBeNull();
      expect((await parcels.read(session, parcelId))?.parcel).toMatchObject({
        step: 'sent',
        trackingCode: 'BR123',
      });
    });
  }

  describe(`sales of ${name}`, () => {
    test('read with their parcel, found by their last change, whole in our words', async () => {
      const { orderId, parcelId, longAgo } = await stage.sell();
      const sale = await orders.read(session, orderId, { acceptPartial: false });
      expect(sale).toMatchObject({
        orders: [{ remoteId: orderId, sellerId: session.remoteUserId, phase: 'paid', packPending: false }],
        // Our own label needs nothing from the marketplace.
        shipment: { shipmentId: parcelId, step: null, hasLabel: labelBy === 'seller' },
        missing: [],
      });
      expect(sale?.orders[0]?.total).toBeGreaterThan(0);
      expect(sale?.shipment?.freight).toBeGreaterThanOrEqual(0);
      const { seen, failures } = await orders.search(session, longAgo);
      expect(failures).toEqual([]);
      expect(seen.map(({ remoteId }) => remoteId)).toContain(orderId);
      expect(await parcels.ordersOf(session, parcelId)).toEqual([orderId]);
    });

    test('one that is not there, or another’s, is no sale', async () => {
      const { orderId } = await stage.sell();
      expect(await orders.read(session, stage.unknownOrder, { acceptPartial: false })).toBeNull();
      expect(await orders.read(outsider, orderId, { acceptPartial: false })).toBeNull();
      expect(await parcels.read(session, stage.unknownOrder)).toBeNull();
    });

    if (labelBy === 'marketplace') describeLabels();
    else describeSteps();

    test('canceled by the seller, once or twice, it is canceled', async () => {
      const { orderId } = await stage.sell();
      const why = { reason: 'Produto avariado', outOfStock: false };
      expect(await orders.cancel(session, orderId, why)).toBeNull();
      expect(await orders.cancel(session, orderId, why)).toBeNull();
      const sale = await orders.read(session, orderId, { acceptPartial: false });
      expect(sale?.orders[0]).toMatchObject({ phase: 'canceled', cancel: { by: expect.any(String) } });
    });
  });
}
