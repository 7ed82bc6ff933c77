import { describe, expect, test } from 'vitest';
import { at, moment, orderBody, orderSn, sources, startCorpusStage } from '../test/corpus-stage.ts';

type Body = Record<string, unknown>;
const { begin, tell, marketplace, session, shop } = await startCorpusStage();
const returnSn = '2611270TA5PM808';

const returnBody = (changes: Body = {}): Body => ({
  image: [],
  buyer_videos: [],
  reason: 'PHYSICAL_DMG',
  text_reason: 'A tampa chegou trincada.',
  reassessed_request_reason: '',
  return_sn: returnSn,
  refund_amount: 64.9,
  currency: 'BRL',
  create_time: at('09:00'),
  update_time: at('11:00'),
  status: 'REQUESTED',
  due_date: at('20:00'),
  tracking_number: '',
  dispute_reason: [],
  dispute_text_reason: [],
  needs_logistics: true,
  amount_before_discount: 79.9,
  user: { username: 'jo.medeiros', email: '********os@mail.example', portrait: '' },
  item: [
    {
      ...{
        model_id: 178_204_551_093,
        name: 'Garrafa térmica 500 ml',
        images: [],
        amount: 1,
        item_price: 64.9,
      },
      ...{ is_add_on_deal: false, is_main_item: false, add_on_deal_id: 0, item_id: 22_193_847_561 },
      ...{ item_sku: 'GARRAFA', variation_sku: 'GAR-AZ' },
    },
  ],
  order_sn: orderSn,
  return_ship_due_date: 0,
  return_seller_due_date: 0,
  activity: [],
  seller_proof: { seller_proof_status: 'NOT_NEEDED', seller_evidence_deadline: null },
  seller_compensation: { seller_compensation_status: '', compensation_amount: 0 },
  negotiation: { negotiation_status: '', latest_offer_amount: 0, counter_limit: 0, offer_due_date: 0 },
  logistics_status: '',
  reverse_logistics_status: '',
  return_address: { whs_id: '' },
  return_refund_type: 'RRBOC',
  return_solution: 0,
  validation_type: 'seller_validation',
  follow_up_action_list: [],
  ...changes,
});

type Case = { name: string; source: string; reported: Body; reads: object };
const bottle = { item: { id: '22193847561', variationId: '178204551093' }, quantity: 1 };

const cases: Case[] = [
  {
    name: 'asked for by the buyer, to be answered by the shop',
    source: sources.return,
    reported: {},
    reads: {
      ...{ kind: 'return', isOpen: true, turn: 'us', reason: 'PHYSICAL_DMG', dueAt: moment('20:00') },
      ...{ about: { what: 'order', id: orderSn }, units: [bottle], return: null },
      messages: [{ by: 'buyer', text: 'A tampa chegou trincada.', at: moment('09:00') }],
    },
  },
  {
    name: 'money alone, nothing comes back',
    source: sources.return,
    reported: { return_solution: 1, needs_logistics: false, reason: 'NOT_RECEIPT' },
    reads: { kind: 'claim', reason: 'NOT_RECEIPT', return: null },
  },
  {
    name: 'agreed and on its way back to the shop',
    source: sources.return,
    reported: {
      ...{ status: 'PROCESSING', reverse_logistics_status: 'LOGISTICS_PICKUP_DONE' },
      tracking_number: 'BR26R0017569',
    },
    reads: { turn: 'buyer', return: { step: 'on_the_way', trackingCode: 'BR26R0017569', toSeller: true } },
  },
  {
    name: 'come back, to be checked by the shop by its own deadline',
    source: sources.return,
    reported: {
      ...{ status: 'PROCESSING', reverse_logistics_status: 'LOGISTICS_DELIVERY_DONE' },
      return_seller_due_date: at('22:00'),
    },
    reads: { turn: 'us', dueAt: moment('22:00'), return: { step: 'delivered' } },
  },
  {
    name: 'sent to a warehouse of the marketplace',
    source: sources.return,
    reported: {
      ...{
        status: 'PROCESSING',
        validation_type: 'warehouse_validation',
        return_address: { whs_id: 'BRW1' },
      },
      ...{ reverse_logistics_status: 'LOGISTICS_PICKUP_DONE', is_arrived_at_warehouse: 0 },
    },
    reads: { return: { step: 'on_the_way', toSeller: false } },
  },
  {
    name: 'judged by the marketplace',
    source: sources.return,
    reported: {
      status: 'JUDGING',
      seller_proof: { seller_proof_status: 'PENDING', seller_evidence_deadline: at('21:00') },
    },
    reads: { isOpen: true, mediated: true, turn: 'marketplace' },
  },
  {
    name: 'of a bundle, whose items stand in its activity',
    source: sources.return,
    reported: {
      item: [],
      activity: [
        {
          ...{ activity_id: 55_021, activity_type: 'BUNDLE', original_price: '120.00' },
          ...{ discounted_price: '100.00', refund_amount: '66.67' },
          items: [
            {
              ...{ item_id: 22_193_847_561, variation_id: 178_204_551_093, quantity_purchased: 2 },
              original_price: '40.00',
            },
          ],
        },
      ],
    },
    reads: { units: [{ ...bottle, quantity: 2 }] },
  },
  {
    name: 'accepted and over',
    source: sources.return,
    reported: { status: 'ACCEPTED', reverse_logistics_status: 'LOGISTICS_DELIVERY_DONE' },
    reads: { isOpen: false, turn: null, dueAt: null, outcome: 'accepted', actions: [] },
  },
  {
    name: 'taken back by the buyer',
    source: sources.return,
    reported: { status: 'CANCELLED' },
    reads: { isOpen: false, outcome: 'cancelled', return: null },
  },
];

describe('returns of Shopee are read', () => {
  test.each(cases)('$name ($source)', async ({ reported, reads }) => {
    begin();
    tell('get_return_detail', returnBody(reported));
    tell('get_available_solutions', {});
    tell('get_return_dispute_reason', { dispute_reason_list: [] });
    expect(await marketplace.conversations?.claims?.read(session, returnSn)).toMatchObject(reads);
  });
});

type Way = {
  name: string;
  source: string;
  ways: Body;
  sent: Body | null;
  done: object;
};
const address = (id: number, flags: string[], slots: Body[] | null): Body => ({
  ...{ address_id: id, region: 'BR', state: 'São Paulo', city: 'São Paulo', district: 'Lapa', town: '' },
  ...{ address: 'Rua Guaicurus, 1000', zipcode: '05033002', address_flag: flags, time_slot_list: slots },
});
const slot = (id: string, flags: string[]): Body => ({
  ...{ date: at('14:00'), time_text: '', pickup_time_id: id, flags },
});
const pickup = (addresses: Body[]) => ({ address_list: addresses });

const ways: Way[] = [
  {
    name: 'handed in without saying more, while nothing is listed',
    source: sources.ways,
    ways: {
      info_needed: { dropoff: [], pickup: ['address_id', 'pickup_time_id'] },
      dropoff: null,
      pickup: null,
    },
    sent: { order_sn: orderSn, dropoff: {} },
    done: { kind: 'arranged', by: 'drop-off' },
  },
  {
    name: 'fetched at the address for it, at the hour that is recommended',
    source: sources.ways,
    ways: {
      info_needed: { pickup: ['address_id', 'pickup_time_id'] },
      pickup: pickup([
        address(123, ['default_address'], [slot('1795100000_1', [])]),
        address(234, ['pickup_address'], [slot('1795200000_1', []), slot('1795300000_1', ['recommended'])]),
      ]),
    },
    sent: { order_sn: orderSn, pickup: { address_id: 234, pickup_time_id: '1795300000_1' } },
    done: { kind: 'arranged', by: 'pick-up', at: moment('14:00') },
  },
  {
    name: 'fetched without an hour',
    source: sources.ways,
    ways: {
      info_needed: { pickup: ['address_id'] },
      pickup: pickup([address(123, ['default_address', 'pickup_address'], null)]),
    },
    sent: { order_sn: orderSn, pickup: { address_id: 123 } },
    done: { kind: 'arranged', by: 'pick-up', at: null },
  },
  {
    name: 'fetched without saying anything, though addresses are listed',
    source: sources.ways,
    ways: {
      info_needed: { pickup: [] },
      pickup: pickup([address(123, ['pickup_address'], [slot('1795100000_1', [])])]),
    },
    sent: { order_sn: orderSn, pickup: {} },
    done: { kind: 'arranged', by: 'pick-up', at: null },
  },
  {
    name: 'handed in at the one branch there is',
    source: sources.ways,
    ways: {
      info_needed: { dropoff: ['branch_id'] },
      dropoff: { branch_list: [{ branch_id: 877, region: 'BR' }] },
    },
    sent: { order_sn: orderSn, dropoff: { branch_id: 877 } },
    done: { kind: 'arranged', by: 'drop-off' },
  },
  {
    name: 'with a code that the seller would have to type',
    source: sources.ways,
    ways: { info_needed: { non_integrated: ['tracking_no'] }, dropoff: null, pickup: null },
    sent: null,
    done: { kind: 'refused', reason: 'own_choice' },
  },
];

describe('a shipment of Shopee is arranged', () => {
  test.each(ways)('$name ($source)', async ({ ways: offered, sent, done }) => {
    begin();
    tell('get_order_detail', { order_list: [orderBody()] });
    tell('get_shipping_parameter', offered);
    if (sent) tell('ship_order', undefined);
    const before = shop.asked.length;
    expect(await marketplace.parcels.arrange?.(session, orderSn)).toMatchObject(done);
    const body = shop.asked.slice(before).find(({ path }) => path.endsWith('ship_order'))?.body ?? null;
    expect(body).toEqual(sent);
  });
});
