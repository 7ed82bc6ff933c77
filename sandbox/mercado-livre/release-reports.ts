import type { Answer } from '../answer.ts';
import { brasiliaTime, marketTime } from '../clock.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, listOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { get, notFound, ok, post, refuse } from './endpoint.ts';
import { roundReais } from './fees.ts';
import type { Order, ReleaseReport } from './market.ts';
import { nextId } from './market.ts';
import { costsOf } from './shipment-endpoints.ts';

/** Reports of released money, of the payment service: `https://api.mercadopago.com/v1/account/release_report`. */

const PATH = '/v1/account/release_report';
const DAY_MS = 24 * 3_600_000;
const MOST_DAYS = 60;

/** Without a configuration nothing but the payment identifies the sale. */
const usualColumns = [
  ...['DATE', 'SOURCE_ID', 'RECORD_TYPE', 'DESCRIPTION', 'NET_CREDIT_AMOUNT', 'NET_DEBIT_AMOUNT'],
  ...['GROSS_AMOUNT', 'MP_FEE_AMOUNT', 'FINANCING_FEE_AMOUNT', 'SHIPPING_FEE_AMOUNT', 'TAXES_AMOUNT'],
];

type Movement = { at: string; description: string; net: number; order: Order; fee: number; freight: number };

const firstOf = (world: World, order: Order): boolean =>
  world.market.shipments[String(order.shipment_id)]?.order_ids[0] === order.id;

/** A sale is released when its parcel is delivered, and a refund is taken when it happens. */
const movementsOf = (world: World, order: Order): Movement[] => {
  const shipment = world.market.shipments[String(order.shipment_id)];
  const delivered = shipment?.history.find(({ status }) => status === 'delivered');
  const payment = order.payments[0];
  if (shipment === undefined || delivered === undefined || payment === undefined) return [];
  const fee = roundReais(order.sale_fee * order.quantity);
  const freight = firstOf(world, order) ? (costsOf(world, shipment).senders[0]?.cost ?? 0) : 0;
  const net = roundReais(payment.transaction_amount - (payment.seller_coupon ?? 0) - fee - freight);
  const back = payment.status === 'refunded' ? net : (payment.refunded ?? 0);
  const released = { at: delivered.date, description: 'payment', net, order, fee, freight };
  if (back === 0) return [released];
  return [
    released,
    { ...released, at: order.last_updated, description: 'refund', net: -back, fee: 0, freight: 0 },
  ];
};

const rowOf = ({ at, description, net, order, fee, freight }: Movement): Record<string, string> => ({
  DATE: marketTime(at),
  SOURCE_ID: String(order.payments[0]?.id ?? ''),
  EXTERNAL_REFERENCE: String(order.pack_id === null ? order.id : order.shipment_id),
  RECORD_TYPE: 'release',
  DESCRIPTION: description,
  NET_CREDIT_AMOUNT: Math.max(0, net).toFixed(2),
  NET_DEBIT_AMOUNT: Math.max(0, -net).toFixed(2),
  GROSS_AMOUNT: roundReais(net + fee + freight).toFixed(2),
  MP_FEE_AMOUNT: (-fee).toFixed(2),
  FINANCING_FEE_AMOUNT: '0.00',
  SHIPPING_FEE_AMOUNT: (-freight).toFixed(2),
  TAXES_AMOUNT: '0.00',
  ORDER_ID: String(order.id),
  PACK_ID: order.pack_id === null ? '' : String(order.pack_id),
  SHIPPING_ID: String(order.shipment_id ?? ''),
});

const fileOf = (world: World, report: ReleaseReport): string => {
  const all = Object.values(world.market.orders)
    .filter((order) => order.seller_id === report.user_id)
    .flatMap((order) => movementsOf(world, order))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const within = all.filter(({ at }) => at >= report.begin_date && at <= report.end_date);
  const sum = (movements: Movement[]): number =>
    roundReais(movements.reduce((total, { net }) => total + net, 0));
  const sumRow = (record: string, at: string, credit: number, debit: number): Record<string, string> => ({
    DATE: at,
    RECORD_TYPE: record,
    NET_CREDIT_AMOUNT: credit.toFixed(2),
    NET_DEBIT_AMOUNT: debit.toFixed(2),
  });
  const opening = sum(all.filter(({ at }) => at < report.begin_date));
  const rows = [
    sumRow('initial_available_balance', marketTime(report.begin_date), opening, 0),
    ...within.map(rowOf),
    sumRow('total', '', sum(within.filter(({ net }) => net > 0)), -sum(within.filter(({ net }) => net < 0))),
  ];
  const lines = rows.map((row) => report.columns.map((column) => row[column] ?? '').join(','));
  return `${[report.columns.join(','), ...lines].join('\n')}\n`;
};

const ownReports = (call: Call): ReleaseReport[] =>
  Object.values(call.world.market.releaseReports)
    .filter(({ user_id: user }) => user === call.caller.id)
    .toReversed();

const viewReport = (report: ReleaseReport): Fields => ({
  id: report.id,
  user_id: report.user_id,
  begin_date: report.begin_date,
  end_date: report.end_date,
  created_from: 'manual',
  date_created: marketTime(report.date_created),
  file_name: report.file_name,
  status: report.file_name === null ? 'pending' : 'enabled',
  format: 'CSV',
  report_type: 'release',
});

/** A report is listed as pending once, and is ready at the next look. */
const listReports = (call: Call): Answer => {
  const found = ownReports(call);
  const answer = ok(found.map(viewReport));
  for (const report of found) report.file_name ??= fileName(report);
  call.world.changed();
  return answer;
};

const fileName = ({ id, user_id: user, date_created: at }: ReleaseReport): string =>
  `release-report-${user}-${brasiliaTime(at).slice(0, 10)}-${String(id).slice(-6)}.csv`;

const createReport = (call: Call): Answer => {
  const { begin_date: from, end_date: to } = fieldsOf(call.body);
  const [begin, end] = [from, to].map((text) => new Date(textOf(text) ?? ''));
  if (begin === undefined || Number.isNaN(begin.getTime()))
    throw refuse(400, 'bad_request', 'invalid_begin_date');
  if (end === undefined || Number.isNaN(end.getTime()) || end > call.world.clock.now())
    throw refuse(400, 'bad_request', 'invalid_end_date');
  if (end < begin || end.getTime() - begin.getTime() > MOST_DAYS * DAY_MS)
    throw refuse(400, 'bad_request', 'end_date_before_begin_date');
  const report: ReleaseReport = {
    id: nextId(call.world.market, 'releaseReport'),
    user_id: call.caller.id,
    begin_date: begin.toISOString(),
    end_date: end.toISOString(),
    date_created: call.world.clock.now().toISOString(),
    file_name: null,
    columns: call.world.market.releaseColumns[String(call.caller.id)] ?? usualColumns,
  };
  call.world.market.releaseReports[String(report.id)] = report;
  call.world.changed();
  // The id of the request is not that of the report.
  return ok({ ...viewReport(report), id: report.id + 824_000_000, retries: 0 }, 202);
};

const viewColumns = (columns: string[]): Fields => ({
  file_name_prefix: 'release-report',
  scheduled: false,
  separator: ',',
  display_timezone: 'GMT-04',
  columns: columns.map((key) => ({ key })),
});

const showColumns = (call: Call): Answer => {
  const columns = call.world.market.releaseColumns[String(call.caller.id)];
  if (columns === undefined) throw notFound('config not found');
  return ok(viewColumns(columns));
};

const setColumns = (call: Call): Answer => {
  const columns = listOf(fieldsOf(call.body).columns).flatMap((one) => textOf(fieldsOf(one).key) ?? []);
  if (columns.length === 0) throw refuse(400, 'bad_request', 'columns are required');
  call.world.market.releaseColumns[String(call.caller.id)] = columns;
  call.world.changed();
  return ok(viewColumns(columns), 201);
};

const downloadReport = (call: Call): Answer => {
  const report = ownReports(call).find(({ file_name: name }) => name === call.params.name);
  if (report === undefined) throw notFound(`Resource /account/release_report/${call.params.name} not found.`);
  return { status: 200, bytes: Buffer.from(fileOf(call.world, report)), type: 'text/csv' };
};

export const releaseReportEndpoints: Endpoint[] = [
  get(`${PATH}/list`, listReports),
  get(`${PATH}/config`, showColumns),
  post(`${PATH}/config`, setColumns),
  post(PATH, createReport),
  get(`${PATH}/:name`, downloadReport),
];
