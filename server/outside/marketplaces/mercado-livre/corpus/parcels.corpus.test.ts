import { type Case, describeCorpus } from './corpus-server.ts';
import { address, type Fields, sellerId, shipment, sources } from './shapes.ts';

const id = '46100200300';

/** The shipment as the API sends it with `x-format-new`, and the answers of the related calls. */
const one = (more: Fields, lead: Fields = {}, beside: Fields = {}): Pick<Case, 'answers' | 'read'> => ({
  answers: { [`/shipments/${id}`]: shipment(more, lead), ...beside },
  read: async ({ parcels }, session) => (await parcels.read(session, id))?.parcel,
});
const logistic = (type: string, mode = 'me2') => ({ logistic: { mode, type, direction: 'forward' } });
const ready = (substatus: string, type = 'cross_docking') =>
  one({ status: 'ready_to_ship', substatus, ...logistic(type) });

const states: Case[] = [
  {
    name: 'buffered: no label before its day',
    source: sources.me2,
    ...one({ status: 'pending', substatus: 'buffered' }, { buffering: { date: '2026-11-23T20:18:26.000Z' } }),
    expected: { step: null, hasLabel: false, bufferedUntil: new Date('2026-11-23T20:18:26.000Z') },
  },
  {
    name: 'invoice_pending: waits for the NF-e, without a label',
    source: sources.shipments,
    ...ready('invoice_pending', 'xd_drop_off'),
    expected: { step: null, hasLabel: false, needsDocument: true },
  },
  {
    name: 'ready_to_print: every field of a parcel',
    source: sources.shipments,
    ...one(
      {},
      {},
      {
        [`/shipments/${id}/sla`]: { status: 'on_time', expected_date: '2026-11-23T23:59:59-03:00' },
        [`/shipments/${id}/costs`]: {
          gross_amount: 24.55,
          receiver: { user_id: 7, cost: 0, discounts: [{ rate: 1, type: 'loyal', promoted_amount: 4.07 }] },
          senders: [
            {
              user_id: sellerId,
              cost: 8.19,
              discounts: [{ rate: 0.6, type: 'mandatory', promoted_amount: 12.29 }],
            },
          ],
        },
      },
    ),
    expected: {
      shipmentId: id,
      status: 'ready_to_ship',
      substatus: 'ready_to_print',
      logisticType: 'xd_drop_off',
      step: null,
      hasLabel: true,
      needsDocument: true,
      marketplaceFulfilled: false,
      trackingCode: 'MEL46100200300FMXDF01',
      updatedAt: new Date('2026-11-20T19:40:11.000Z'),
      dispatchLimit: new Date('2026-11-24T02:59:59.000Z'),
      promisedAt: new Date('2026-11-26T03:00:00.000Z'),
      bufferedUntil: null,
      freight: 819,
      receiver: {
        name: 'Rosalina Tavares',
        street: 'Rua das Acácias',
        number: '482',
        complement: 'Referencia: portão verde',
        neighborhood: 'Glória',
        city: 'Joinville',
        state: 'SC',
        zip: '89201330',
      },
    },
  },
  {
    name: 'ready_for_pickup: the label was printed, the parcel is with the seller',
    source: 'file 71539953785',
    ...ready('ready_for_pickup'),
    expected: { step: null, hasLabel: true, progress: 23 },
  },
  {
    name: 'picked_up: collected',
    source: sources.shipments,
    ...ready('picked_up'),
    expected: { step: 'collected', hasLabel: true, progress: 24 },
  },
  {
    name: 'in_hub: collected, and further than picked up',
    source: sources.shipments,
    ...ready('in_hub'),
    expected: { step: 'collected', progress: 26 },
  },
  {
    name: 'authorized_by_carrier: collected, and further than the hub',
    source: `${sources.shipments} and file 62000949141`,
    ...ready('authorized_by_carrier'),
    expected: { step: 'collected', progress: 28 },
  },
  {
    name: 'in_packing_list at the hub: collected',
    source: 'files 5129442258 and 52703821655',
    ...ready('in_packing_list'),
    expected: { step: 'collected', progress: 27 },
  },
  {
    name: 'out_for_delivery: sent',
    source: sources.shipments,
    ...one({ status: 'shipped', substatus: 'out_for_delivery' }),
    expected: { step: 'sent', hasLabel: true },
  },
  {
    name: 'delivered: delivered',
    source: sources.shipments,
    ...one({ status: 'delivered', substatus: null }),
    expected: { step: 'delivered', substatus: '', progress: 40 },
  },
  {
    name: 'not_delivered, on its way back: sent',
    source: 'file 52471067253',
    ...one({ status: 'not_delivered', substatus: 'returning_to_sender' }),
    expected: { step: 'sent', status: 'not_delivered' },
  },
  {
    name: 'cancelled before it was sent: no step',
    source: sources.shipments,
    ...one({ status: 'cancelled', substatus: 'pack_splitted', tracking_number: null }),
    expected: { step: null, hasLabel: false, trackingCode: '' },
  },
];

const ways: Case[] = [
  {
    name: 'Full: the warehouse of the marketplace packs it, without an NF-e of the seller',
    source: sources.full,
    ...one({ status: 'handling', substatus: null, ...logistic('fulfillment') }),
    expected: { marketplaceFulfilled: true, needsDocument: false, hasLabel: false },
  },
  {
    name: 'Flex: the seller delivers it, without an NF-e before the label',
    source: sources.flex,
    ...ready('ready_to_print', 'self_service'),
    expected: { marketplaceFulfilled: false, needsDocument: false, hasLabel: true },
  },
  {
    name: 'the post office: needs an NF-e',
    source: sources.me2,
    ...ready('printed', 'drop_off'),
    expected: { logisticType: 'drop_off', needsDocument: true, hasLabel: true },
  },
  {
    name: 'a carrier of the seller (ME1): no document of ours is asked for',
    source: `${sources.shipments} and issue mercadolibre/php-sdk#109`,
    ...one({ status: 'pending', substatus: null, ...logistic('default', 'me1'), tracking_number: null }),
    expected: { logisticType: 'default', needsDocument: false, hasLabel: false, trackingCode: '' },
  },
  {
    name: 'the older view, where the way is a field of its own: read from there',
    source: 'file 71259080236',
    ...one({ logistic: undefined, logistic_type: 'cross_docking', tracking_number: 46_100_200_301 }),
    expected: { logisticType: 'cross_docking', trackingCode: '46100200301' },
  },
  {
    name: 'an address without its number and complement: they are empty',
    source: sources.shipments,
    ...one({
      destination: {
        receiver_name: null,
        shipping_address: address({
          street_number: null,
          comment: null,
          neighborhood: { id: null, name: null },
        }),
      },
    }),
    expected: { receiver: { name: '', number: '', complement: '', neighborhood: '', state: 'SC' } },
  },
  {
    name: 'costs of a pack of several senders: what this seller pays',
    source: sources.shipments,
    ...one(
      {},
      {},
      {
        [`/shipments/${id}/costs`]: {
          gross_amount: 40,
          senders: [
            { user_id: 81_387_353, cost: 12.1 },
            { user_id: sellerId, cost: 0 },
          ],
        },
      },
    ),
    expected: { freight: 0 },
  },
  {
    name: 'the items of a parcel of a pack: its orders, each once',
    source: sources.shipments,
    answers: {
      [`/shipments/${id}/items`]: [
        {
          item_id: 'MLB1',
          description: 'A',
          quantity: 1,
          variation_id: null,
          order_id: 2_000_013_100_200_301,
        },
        { item_id: 'MLB2', description: 'B', quantity: 2, variation_id: 18, order_id: 2_000_013_100_200_999 },
        {
          item_id: 'MLB3',
          description: 'C',
          quantity: 1,
          variation_id: null,
          order_id: 2_000_013_100_200_301,
        },
      ],
    },
    read: ({ parcels }, session) => parcels.ordersOf(session, id),
    expected: ['2000013100200301', '2000013100200999'],
  },
];

describeCorpus('parcels of Mercado Livre, in their states', states);
describeCorpus('ways to send of Mercado Livre', ways);
