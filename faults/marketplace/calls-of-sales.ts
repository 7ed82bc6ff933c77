import { sized } from '#server/test/fault-report.ts';
import type { CallsOf } from './port-methods.ts';
import type { PortStage } from './port-stage.ts';

/** Every call about sales and parcels. */
export async function callsOfSales(stage: PortStage): Promise<CallsOf<'orders'> & CallsOf<'parcels'>> {
  const { direct, session, met, on, act, sell, longAgo } = stage;
  const { orderId, parcelId } = await stage.sellLabeled();
  const labeled = [parcelId, (await stage.sellLabeled()).parcelId];
  const about = [orderId, parcelId];
  const { labelFormats, labelBy } = direct.capabilities(session.tags);
  const stepOf = async (id: string) => (await direct.parcels.read(session, id))?.parcel;
  const reporting = (step: 'open' | 'packed' | 'sent') =>
    act(
      `report ${step}`,
      async () => {
        const sale = await sell();
        if (step !== 'packed')
          await direct.parcels.report?.(session, sale.parcelId, {
            step: 'packed',
            trackingCode: '',
            trackingUrl: '',
          });
        return sale.parcelId;
      },
      async ({ parcels }, s, id) => {
        const trackingCode = step === 'sent' ? 'BR123' : '';
        const reason = await parcels.report?.(s, id, { step, trackingCode, trackingUrl: '' });
        const after = await stepOf(id);
        return [reason, after?.progress, after?.step, after?.trackingCode];
      },
    );
  return {
    'orders.read': [on('sale', ({ orders }, s) => orders.read(s, orderId, { acceptPartial: false }), about)],
    'orders.search': [
      on('sales that changed', async ({ orders }, s) => {
        const { seen, failures } = await orders.search(s, longAgo);
        return { found: seen.some(({ remoteId }) => remoteId === orderId), failures };
      }),
    ],
    'orders.cancel': [
      act('cancellation', sell, async ({ orders }, s, sale) => {
        const reason = await orders.cancel(s, sale.orderId, { reason: 'Avaria', outOfStock: false });
        const after = await direct.orders.read(session, sale.orderId, { acceptPartial: false });
        return [reason, after?.orders[0]?.phase];
      }),
    ],
    'parcels.read': [on('parcel', ({ parcels }, s) => parcels.read(s, parcelId), about)],
    'parcels.ordersOf': [on('orders of a parcel', ({ parcels }, s) => parcels.ordersOf(s, parcelId))],
    'parcels.sendDocument': [
      act(
        'document',
        async () => {
          const sale = await sell();
          return { ...sale, document: await met.documentOf(sale.parcelId) };
        },
        ({ parcels }, s, { parcelId: id, document }) => parcels.sendDocument(s, id, document),
      ),
    ],
    'parcels.arrange': direct.parcels.arrange
      ? [
          act(
            'arranged',
            async () => {
              const sale = await sell();
              await direct.parcels.sendDocument(session, sale.parcelId, await met.documentOf(sale.parcelId));
              return sale.parcelId;
            },
            async ({ parcels }, s, id) => {
              const done = await parcels.arrange?.(s, id);
              return [done?.kind === 'refused' ? done : 'done', (await stepOf(id))?.needsArranging];
            },
          ),
        ]
      : [],
    'parcels.label': direct.parcels.label
      ? [
          on('label', async ({ parcels }, s) => {
            const label = await parcels.label?.(s, parcelId);
            // How far the file is by then is no matter of the network.
            return label?.kind === 'refused' && label.reason !== 'not_ready' ? label : 'asked';
          }),
        ]
      : [],
    // Each takes its time to be made: all of the formats only where there is time for it.
    'parcels.labels': labelFormats.slice(0, sized(1, labelFormats.length)).map((format) =>
      on(`labels as ${format}`, async ({ parcels }, s) => {
        const labels = await parcels.labels?.(s, labeled, format);
        return labels?.kind === 'refused' && labels.reason !== 'not_ready' ? labels : 'asked';
      }),
    ),
    'parcels.report':
      labelBy === 'seller' ? (['packed', 'open', 'sent'] as const).map((step) => reporting(step)) : [],
  };
}
