import type { Answer } from '../../answer.ts';
import { fieldsOf, listOf, numberOf, textOf, textsOf } from '../../reading.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { get, ok, post } from '../endpoint.ts';
import { roundReais } from '../fees.ts';
import { ownClaim, refuseClaim } from './claim-endpoints.ts';
import { isAllowed, viewClaim, viewExpectation } from './claim-views.ts';
import {
  answered,
  close,
  expect,
  openDispute,
  orderOf,
  record,
  refund,
  settleWishes,
  tell,
  write,
} from './claims.ts';
import { bytesOf, claimFileProblem, fileNamed, keepFile } from './files.ts';
import { startReturn } from './return-walk.ts';
import type { Attachment, Claim } from './state.ts';

const MAX_TEXT = 3_500;
const HALF = 50;

/** Only the seller's available actions are allowed. */
const need = (call: Call, claim: Claim, action: string): void => {
  if (!isAllowed(call.world, claim, action))
    throw refuseClaim(400, 'bad_request_error', `Action ${action} not available for player`);
};

const fileOf = (call: Call, claim: Claim, name: string): Attachment => {
  const file = fileNamed(call.world, name, claim.id);
  if (file === null)
    throw refuseClaim(
      400,
      'business_logic_error',
      `Attachment not found [claim: ${claim.id} - fileName: ${name}]`,
    );
  return file;
};

const sendMessage = (call: Call): Answer => {
  const claim = ownClaim(call);
  const body = fieldsOf(call.body);
  const to = textOf(body.receiver_role);
  if (to !== 'complainant' && to !== 'mediator')
    throw refuseClaim(400, 'bad_request_error', 'receiver_role is invalid');
  need(call, claim, `send_message_to_${to}`);
  const text = (textOf(body.message) ?? '').trim();
  if (text === '' || text.length > MAX_TEXT)
    throw refuseClaim(400, 'bad_request_error', 'message is invalid');
  const files = textsOf(body.attachments);
  if (files.length !== listOf(body.attachments).length)
    throw refuseClaim(400, 'bad_request_error', 'attachments is invalid');
  for (const name of files) fileOf(call, claim, name).used = true;
  write(call.world, claim, { from: 'respondent', to, text, files });
  return { status: 201 };
};

const upload = (call: Call): Answer => {
  const claim = ownClaim(call);
  need(call, claim, 'send_attachments');
  const file = call.files.find(({ field }) => field === 'file');
  const problem = claimFileProblem(file);
  if (problem !== null || file === undefined)
    throw refuseClaim(400, 'bad_request_error', problem ?? 'Error retrieving uploaded file');
  const kept = keepFile(call.world, file, call.caller.id, claim.id);
  return ok({ user_id: kept.user_id, filename: kept.name });
};

const showFile = (call: Call): Answer => {
  const file = fileOf(call, ownClaim(call), call.params.name ?? '');
  return ok({
    filename: file.name,
    original_filename: file.original,
    size: file.size,
    date_created: file.date_created.slice(0, 19),
    type: file.type,
  });
};

const download = (call: Call): Answer => {
  const file = fileOf(call, ownClaim(call), call.params.name ?? '');
  return { status: 200, bytes: bytesOf(call.world, file), type: file.type };
};

const askForMediation = (call: Call): Answer => {
  const claim = ownClaim(call);
  need(call, claim, 'open_dispute');
  answered(call.world, claim);
  openDispute(call.world, claim, 'respondent');
  return ok(viewClaim(call.world, claim));
};

const refundAll = (call: Call): Answer => {
  const { world } = call;
  const claim = ownClaim(call);
  need(call, claim, 'refund');
  settleWishes(world, claim, 'rejected');
  expect(world, claim, 'respondent', 'refund', { status: 'accepted' });
  record(world, claim, 'refund', 'respondent');
  answered(world, claim);
  refund(world, claim, 100);
  close(world, claim, 'payment_refunded', 'seller', ['complainant']);
  return ok(claim.expectations.map((wish) => viewExpectation(wish, true)));
};

const allowReturn = (call: Call): Answer => {
  const { world } = call;
  const claim = ownClaim(call);
  need(call, claim, 'allow_return');
  settleWishes(world, claim, 'accepted');
  record(world, claim, 'allow_return', 'respondent');
  answered(world, claim);
  startReturn(world, claim, orderOf(world, claim), 'delivered');
  tell(world, claim, 'claims_actions');
  return ok(claim.expectations.map((wish) => viewExpectation(wish)));
};

const amountOf = (call: Call, claim: Claim, percentage: number): number => {
  const { unit_price: price } = orderOf(call.world, claim);
  return roundReais((price * claim.quantity * percentage) / 100);
};

const percentages = [90, 80, 70, 60, 50, 40, 30, 20, 10];

const listOffers = (call: Call): Answer => {
  const claim = ownClaim(call);
  if (!isAllowed(call.world, claim, 'allow_partial_refund'))
    throw refuseClaim(422, 'unprocessable_entity', 'The claim is not fit for this flow');
  return ok({
    currency_id: 'BRL',
    available_offers: percentages.map((percentage) => ({
      amount: amountOf(call, claim, percentage),
      percentage,
    })),
    recommendations: [],
    restrictions: [],
  });
};

const offerPart = (call: Call): Answer => {
  const { world } = call;
  const claim = ownClaim(call);
  need(call, claim, 'allow_partial_refund');
  const { percentage: named } = fieldsOf(call.body);
  const percentage = named === undefined ? HALF : numberOf(named);
  if (percentage === null || !percentages.includes(percentage))
    throw refuseClaim(
      400,
      'error checking configuration percentage',
      `Percentage not found ${percentage?.toFixed(1)}`,
    );
  settleWishes(world, claim, 'rejected');
  expect(world, claim, 'respondent', 'partial_refund', {
    details: [
      { key: 'percentage', value: percentage.toFixed(1) },
      { key: 'seller_amount', value: amountOf(call, claim, percentage).toFixed(1) },
      { key: 'seller_currency', value: 'R$' },
    ],
  });
  record(world, claim, 'allow_partial_refund', 'respondent');
  answered(world, claim);
  tell(world, claim, 'claims_actions');
  return ok(claim.expectations.map((wish) => viewExpectation(wish)));
};

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value));

const uploadEvidence = (call: Call): Answer => {
  const claim = ownClaim(call);
  need(call, claim, 'add_shipping_evidence');
  const file = call.files.find(({ field }) => field === 'file');
  const problem = claimFileProblem(file);
  if (problem !== null || file === undefined)
    throw refuseClaim(400, 'bad_request_error', problem ?? 'Error retrieving uploaded file');
  const kept = keepFile(call.world, file, call.caller.id, claim.id);
  return ok({ user_id: kept.user_id, file_name: kept.name });
};

const shippingMethods = ['mail', 'entrusted', 'personal_delivery', 'email'];

/** The course of a parcel that the seller sent. */
const proveShipping = (call: Call): Answer => {
  const claim = ownClaim(call);
  need(call, claim, 'add_shipping_evidence');
  const body = fieldsOf(call.body);
  const method = textOf(body.shipping_method);
  if (textOf(body.type) !== 'shipping_evidence' || method === null || !shippingMethods.includes(method))
    throw refuseClaim(400, 'bad_request_error', 'shipping_method is invalid');
  if (!isDay(body.date_shipped)) throw refuseClaim(400, 'bad_request_error', 'date_shipped is invalid');
  if (body.date_delivered !== undefined && !isDay(body.date_delivered))
    throw refuseClaim(400, 'bad_request_error', 'date_delivered is invalid');
  for (const name of textsOf(body.attachments)) fileOf(call, claim, name).used = true;
  record(call.world, claim, 'add_shipping_evidence', 'respondent');
  answered(call.world, claim);
  tell(call.world, claim, 'claims_actions');
  return { status: 201, body };
};

const promiseDispatch = (call: Call): Answer => {
  const claim = ownClaim(call);
  need(call, claim, 'send_potential_shipping');
  const body = fieldsOf(call.body);
  if (textOf(body.type) !== 'handling_shipping_evidence' || !isDay(body.handling_date))
    throw refuseClaim(400, 'bad_request_error', 'handling_date is invalid');
  record(call.world, claim, 'send_potential_shipping', 'respondent');
  answered(call.world, claim);
  tell(call.world, claim, 'claims_actions');
  return { status: 201, body };
};

const CLAIM = '/post-purchase/v1/claims/:claim';

export const claimActionEndpoints: Endpoint[] = [
  post(`${CLAIM}/actions/send-message`, sendMessage),
  post(`${CLAIM}/attachments`, upload),
  get(`${CLAIM}/attachments/:name`, showFile),
  get(`${CLAIM}/attachments/:name/download`, download),
  post(`${CLAIM}/attachments-evidences`, uploadEvidence),
  post(`${CLAIM}/actions/evidences`, proveShipping),
  post(`${CLAIM}/evidences`, promiseDispatch),
  post(`${CLAIM}/actions/open-dispute`, askForMediation),
  post(`${CLAIM}/expected-resolutions/refund`, refundAll),
  post(`${CLAIM}/expected-resolutions/allow-return`, allowReturn),
  get(`${CLAIM}/partial-refund/available-offers`, listOffers),
  post(`${CLAIM}/expected-resolutions/partial-refund`, offerPart),
];
