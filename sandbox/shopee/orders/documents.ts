import type { Answer } from '../../answer.ts';
import type { Fields } from '../../reading.ts';
import { isFields, listOf, textOf } from '../../reading.ts';
import type { Endpoint, ShopCall } from '../endpoint.ts';
import { failure, invalid, ok, post, refuse } from '../endpoint.ts';
import type { Order } from '../market.ts';
import { channelById } from '../shops.ts';
import { labelFile } from './labels.ts';
import { look } from './order-endpoints.ts';
import { documentState, startDocument } from './parcels.ts';

const MAX_ORDERS = 50;
const types = ['NORMAL_AIR_WAYBILL', 'THERMAL_AIR_WAYBILL'];

type Asked = { entry: Fields; order: Order | null };

const askedIn = (call: ShopCall): Asked[] => {
  look(call);
  const list = listOf(call.body.order_list).filter(isFields);
  if (list.length === 0 || list.length > MAX_ORDERS) throw invalid(`order_list limit [1,${MAX_ORDERS}].`);
  return list.map((entry) => {
    const order = call.market.orders[textOf(entry.order_sn) ?? ''];
    const own = order?.shop_id === call.shop.shop_id ? order : null;
    const named = entry.package_number;
    return { entry, order: named === undefined || named === own?.package_number ? own : null };
  });
};

type Fail = [error: string, message: string];

const resultOf = ({ entry, order }: Asked, fail: Fail | null, more: Fields): Fields => ({
  order_sn: textOf(entry.order_sn) ?? '',
  package_number: order?.package_number ?? textOf(entry.package_number) ?? '',
  fail_error: fail?.[0] ?? '',
  fail_message: fail?.[1] ?? '',
  ...(fail === null ? more : {}),
});

/** Each separately; if all fail, the call fails too. */
const each = (
  asked: Asked[],
  judge: (asked: Asked) => Fail | null,
  view: (order: Order) => Fields,
): Answer => {
  const results = asked.map((one) => {
    const fail = judge(one);
    return resultOf(one, fail, fail === null && one.order !== null ? view(one.order) : {});
  });
  const response = { result_list: results };
  return results.every((result) => result.fail_error !== '')
    ? failure('common.batch_api_all_failed', 'All failed, please check result_list.', response)
    : ok(response);
};

const notFound: Fail = ['logistics.error_param', 'The order is not found.'];

/** Between arrangement and pick-up, and only with the marketplace's own carriers. */
const printProblem = (order: Order): Fail | null => {
  if (channelById(order.channel_id)?.handing === 'non_integrated')
    return ['logistics.package_can_not_print', 'The package can not print a shipping document.'];
  if (['SHIPPED', 'TO_CONFIRM_RECEIVE', 'COMPLETED'].includes(order.order_status))
    return ['logistics.package_can_not_print', 'The package can not print now.'];
  return order.order_status === 'PROCESSED'
    ? null
    : ['logistics.order_status_error', 'The order status does not allow printing.'];
};

const showParameters = (call: ShopCall): Answer =>
  each(
    askedIn(call),
    ({ order }) => (order === null ? notFound : printProblem(order)),
    () => ({
      suggest_shipping_document_type: 'THERMAL_AIR_WAYBILL',
      selectable_shipping_document_type: types,
    }),
  );

const create = (call: ShopCall): Answer =>
  each(
    askedIn(call),
    ({ entry, order }) => {
      if (order === null) return notFound;
      const problem = printProblem(order);
      if (problem !== null) return problem;
      if (order.tracking_number === '' || textOf(entry.tracking_number) !== order.tracking_number)
        return ['logistics.tracking_number_invalid', 'The tracking number is invalid.'];
      const type = textOf(entry.shipping_document_type) ?? 'NORMAL_AIR_WAYBILL';
      if (!types.includes(type)) return ['logistics.error_param', 'shipping_document_type is invalid.'];
      startDocument(call.world, order, type);
      return null;
    },
    () => ({}),
  );

const showResults = (call: ShopCall): Answer =>
  each(
    askedIn(call),
    ({ entry, order }) => {
      if (order === null) return notFound;
      const type = textOf(entry.shipping_document_type) ?? order.document?.type;
      return order.document === null || type !== order.document.type
        ? ['logistics.shipping_document_should_print_first', 'Please create the shipping document first.']
        : null;
    },
    (order) => ({ status: documentState(call.world, order) }),
  );

const download = async (call: ShopCall): Promise<Answer> => {
  const type = textOf(call.body.shipping_document_type) ?? 'NORMAL_AIR_WAYBILL';
  const orders = askedIn(call).map(({ order }) => {
    if (order === null) throw refuse(...notFound);
    const problem = printProblem(order);
    if (problem !== null) throw refuse(...problem);
    const state = order.document?.type === type ? documentState(call.world, order) : null;
    if (state === 'PROCESSING')
      throw refuse('logistics.download_later', 'The shipping document is not ready, please download later.');
    if (state !== 'READY')
      throw refuse(
        'logistics.shipping_document_should_print_first',
        'Please create the shipping document first.',
      );
    return order;
  });
  return { status: 200, ...(await labelFile(call.world, call.shop, orders, type)) };
};

export const documentEndpoints: Endpoint[] = [
  post('/logistics/get_shipping_document_parameter', showParameters),
  post('/logistics/create_shipping_document', create),
  post('/logistics/get_shipping_document_result', showResults),
  post('/logistics/download_shipping_document', download),
];
