import { randomUUID } from 'node:crypto';
import type { Answer } from '../../answer.ts';
import type { Fields } from '../../reading.ts';
import { isFields, listOf, numberOf, textOf, textsOf } from '../../reading.ts';
import type { Endpoint, ShopCall } from '../endpoint.ts';
import { get, invalid, ok, post, refuse, wholeIn } from '../endpoint.ts';
import type { Order, Return } from '../market.ts';
import { secondsOf } from '../market.ts';
import { imageName, imageUrl } from '../products/images.ts';
import { seen } from './order-views.ts';
import { awaitGoods, passReturns, refundReturn, returnChanged } from './returns.ts';

const WINDOW_SECONDS = 15 * 24 * 3_600;
const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

const orderOf = (call: ShopCall, found: Return): Order => {
  const order = call.market.orders[found.order_sn];
  if (order === undefined) throw refuse('error_not_found', 'Wrong parameters, detail: not found.');
  return order;
};

const returnOf = (call: ShopCall, value: unknown): Return => {
  passReturns(call.world);
  const sn = textOf(value);
  const found = call.market.returns[sn ?? ''];
  if (sn === null) throw invalid('return_sn is a required field.');
  if (found === undefined || found.shop_id !== call.shop.shop_id)
    throw refuse('error_not_found', 'Wrong parameters, detail: the return is not found.');
  return found;
};

const viewReturn = (call: ShopCall, found: Return): Fields => {
  const order = orderOf(call, found);
  return {
    return_sn: found.return_sn,
    order_sn: found.order_sn,
    status: found.status,
    reason: found.reason,
    text_reason: found.text_reason,
    refund_amount: found.refund_amount,
    amount_before_discount: found.refund_amount,
    currency: 'BRL',
    create_time: secondsOf(found.create_time),
    update_time: secondsOf(found.update_time),
    due_date: secondsOf(found.due),
    return_ship_due_date: secondsOf(found.ship_due),
    return_seller_due_date: secondsOf(found.seller_due),
    tracking_number: found.tracking_number,
    needs_logistics: found.return_solution === 0,
    negotiation_status: found.negotiation?.status ?? '',
    seller_proof_status: found.proof === null ? 'PENDING' : 'UPLOADED',
    seller_compensation_status: 'COMPENSATION_NOT_APPLICABLE',
    return_solution: found.return_solution,
    return_refund_type: found.after_completion ? 'RRAOC' : 'RRBOC',
    return_refund_request_type: 0,
    validation_type: 'seller_validation',
    user: { username: order.buyer.username, email: '****', portrait: '' },
    item: found.lines.map((line) => {
      const bought = order.lines.find(
        (entry) => entry.item_id === line.item_id && entry.model_id === line.model_id,
      );
      return {
        item_id: line.item_id,
        model_id: line.model_id,
        name: bought?.item_name ?? '',
        images: [],
        amount: line.amount,
        item_price: bought?.price ?? 0,
        is_add_on_deal: false,
        is_main_item: false,
        item_sku: bought?.item_sku ?? '',
        variation_sku: bought?.model_sku ?? '',
        refund_amount: found.refund_amount,
      };
    }),
    image: (found.images ?? []).map((id) => imageUrl(call.world, id)),
    follow_up_action_list: [],
  };
};

const spans = ['create_time', 'update_time'] as const;

const inWindows = (call: ShopCall, found: Return): boolean =>
  spans.every((field) => {
    const from = call.query[`${field}_from`];
    const to = call.query[`${field}_to`];
    const at = secondsOf(found[field]);
    return (from === undefined || at >= Number(from)) && (to === undefined || at <= Number(to));
  });

const checkWindows = (call: ShopCall): void => {
  for (const field of spans) {
    const from = call.query[`${field}_from`];
    const to = call.query[`${field}_to`];
    if ((from === undefined) !== (to === undefined))
      throw invalid(`${field}_from and ${field}_to go together.`);
    if (from === undefined || to === undefined) continue;
    if (Number(to) < Number(from) || Number(to) - Number(from) > WINDOW_SECONDS)
      throw invalid('The time range is 15 days at most.');
  }
};

const listReturns = (call: ShopCall): Answer => {
  passReturns(call.world);
  checkWindows(call);
  const page = wholeIn(call, 'page_no', { from: 0, to: 100_000 });
  const size = wholeIn(call, 'page_size', { from: 1, to: 100 });
  const { status, negotiation_status: talk, seller_proof_status: proof } = call.query;
  const found = Object.values(call.market.returns)
    .filter(
      (entry) =>
        entry.shop_id === call.shop.shop_id &&
        inWindows(call, entry) &&
        (status === undefined || entry.status === status) &&
        (talk === undefined || entry.negotiation?.status === talk) &&
        (proof === undefined || (entry.proof === null ? 'PENDING' : 'UPLOADED') === proof),
    )
    .toReversed();
  return ok({
    more: (page + 1) * size < found.length,
    return: found.slice(page * size, (page + 1) * size).map((entry) => viewReturn(call, entry)),
  });
};

const showReturn = (call: ShopCall): Answer => {
  const found = returnOf(call, call.query.return_sn);
  const order = orderOf(call, found);
  const { person } = seen(call.shop, { ...order, order_status: 'TO_RETURN' });
  return ok({
    ...viewReturn(call, found),
    buyer_videos: [],
    return_pickup_address: { name: person ? order.buyer.name : '****', phone: '****' },
    seller_proof: {
      seller_proof_status: found.proof === null ? 'PENDING' : 'UPLOADED',
      seller_evidence_deadline: secondsOf(found.due),
    },
    seller_compensation: {
      seller_compensation_status: 'COMPENSATION_NOT_APPLICABLE',
      seller_compensation_due_date: 0,
      compensation_amount: 0,
    },
    negotiation: {
      negotiation_status: found.negotiation?.status ?? '',
      latest_solution: found.negotiation?.solution ?? '',
      latest_offer_amount: found.negotiation?.amount ?? 0,
      latest_offer_creator: found.negotiation?.by ?? '',
      counter_limit: 0,
      offer_due_date: secondsOf(found.due),
    },
    reverse_logistics_status: found.logistics_status,
    return_address: { whs_id: '' },
  });
};

const needStatus = (found: Return, ...statuses: Return['status'][]): void => {
  if (!statuses.includes(found.status))
    throw refuse('error_return_status', 'The return status does not allow this.');
};

/** A full refund without a return of goods. */
const confirm = (call: ShopCall): Answer => {
  const found = returnOf(call, call.body.return_sn);
  needStatus(found, 'REQUESTED', 'PROCESSING', 'SELLER_DISPUTE');
  refundReturn(call.world, found);
  return ok({ return_sn: found.return_sn });
};

const solution = (found: Return, eligible: boolean) => ({
  eligibility: eligible,
  refund_amount_adjustable: eligible,
  max_refund_amount: eligible ? found.refund_amount : 0,
  min_refund_amount: eligible ? 0.01 : 0,
});

const listSolutions = (call: ShopCall): Answer => {
  const found = returnOf(call, call.query.return_sn);
  const open = found.status === 'REQUESTED';
  return ok({
    offer_return_refund: solution(found, open && found.reason !== 'NOT_RECEIPT'),
    offer_refund: solution(found, open),
  });
};

const offer = (call: ShopCall): Answer => {
  const { body } = call;
  const found = returnOf(call, body.return_sn);
  needStatus(found, 'REQUESTED');
  if (found.negotiation?.status === 'PENDING_BUYER_RESPOND')
    throw refuse('error_negotiation_status', 'The buyer has not answered the last offer.');
  const wanted = textOf(body.proposed_solution);
  if (wanted !== 'RETURN_REFUND' && wanted !== 'REFUND') throw invalid('proposed_solution is invalid.');
  if (wanted === 'RETURN_REFUND' && found.reason === 'NOT_RECEIPT')
    throw refuse('error_negotiation_status', 'This solution is not available.');
  const amount = numberOf(body.proposed_adjusted_refund_amount) ?? found.refund_amount;
  if (amount <= 0 || amount > found.refund_amount)
    throw invalid('proposed_adjusted_refund_amount is invalid.');
  found.negotiation = { status: 'PENDING_BUYER_RESPOND', solution: wanted, amount, by: 'seller' };
  returnChanged(call.world, found, { status: found.status });
  return ok({ return_sn: found.return_sn });
};

const acceptOffer = (call: ShopCall): Answer => {
  const found = returnOf(call, call.body.return_sn);
  if (found.negotiation?.status !== 'PENDING_RESPOND')
    throw refuse('error_negotiation_status', 'There is no offer of the buyer to accept.');
  found.negotiation.status = 'TERMINATED';
  if (found.return_solution === 0) awaitGoods(call.world, found);
  else refundReturn(call.world, found);
  return ok({ return_sn: found.return_sn });
};

const disputeReasons = [
  { id: '1', text: 'O produto não voltou ou voltou incompleto', module: 0 },
  { id: '2', text: 'O produto voltou danificado', module: 1 },
  { id: '3', text: 'O pedido do comprador não procede', module: 2 },
];

const listDisputeReasons = (call: ShopCall): Answer => {
  returnOf(call, call.query.return_sn);
  return ok({
    dispute_reason_list: disputeReasons.map(({ id, text, module }) => ({
      dispute_reason: id,
      dispute_requirement: text,
      evidence_module_list: [{ module_index: module, requirement: 'Fotos do produto', is_required: true }],
    })),
  });
};

const convertImage = (call: ShopCall): Answer => {
  returnOf(call, call.body.return_sn);
  const file = call.files.find(({ field }) => field === 'upload_image');
  if (file === undefined || file.bytes.length === 0 || file.bytes.length > MAX_PHOTO_BYTES)
    throw invalid('upload_image is invalid.');
  if (!/\.(jpe?g|png)$/i.test(file.filename)) throw invalid('upload_image should be jpg or png.');
  const id = randomUUID();
  call.market.images[id] = { image_id: id, content_type: file.type };
  call.world.pictures.put(imageName(id), file.bytes);
  const url = imageUrl(call.world, id);
  return ok({ images: [{ requirement: '', image_url: url }], url, thumbnail: url });
};

const hasEvidence = (body: Fields, module: number): boolean =>
  listOf(body.image_list)
    .filter(isFields)
    .some(
      (entry) =>
        numberOf(entry.module_index) === module &&
        textsOf(entry.image_url).length > 0 &&
        textsOf(entry.image_url).length <= 3,
    );

const dispute = (call: ShopCall): Answer => {
  const { body } = call;
  const found = returnOf(call, body.return_sn);
  if (found.dispute !== null) throw refuse('error_ongoing_dispute', 'There is a dispute already.');
  needStatus(found, 'REQUESTED', 'PROCESSING');
  const reason = disputeReasons.find(({ id }) => id === String(body.dispute_reason_id));
  if (reason === undefined) throw invalid('dispute_reason_id is invalid.');
  if (!/^\S+@\S+$/.test(textOf(body.email) ?? '')) throw invalid('email is a required field.');
  if (!hasEvidence(body, reason.module)) throw invalid('image_list lacks the required evidence.');
  found.dispute = { reason: reason.id, text: textOf(body.dispute_text_reason) ?? '' };
  returnChanged(call.world, found, { status: 'SELLER_DISPUTE', seller_due: null });
  return ok({ return_sn: found.return_sn });
};

const uploadProof = (call: ShopCall): Answer => {
  const found = returnOf(call, call.body.return_sn);
  if (found.due <= call.world.clock.now().toISOString())
    throw refuse('proof.overdue', 'The time for evidence has passed.');
  const photos = listOf(call.body.photo).filter(isFields);
  if (photos.length === 0) throw invalid('photo is a required field.');
  found.proof = { photos, description: textOf(call.body.description) ?? '' };
  returnChanged(call.world, found, { status: found.status });
  return ok({ return_sn: found.return_sn });
};

const queryProof = (call: ShopCall): Answer => {
  const found = returnOf(call, call.query.return_sn);
  return ok({ photo: found.proof?.photos ?? [], video: [], description: found.proof?.description ?? '' });
};

const trackReturn = (call: ShopCall): Answer => {
  const found = returnOf(call, call.query.return_sn);
  return ok({
    return_sn: found.return_sn,
    return_refund_request_type: 0,
    validation_type: 'seller_validation',
    reverse_logistics_status: found.logistics_status,
    tracking_number: found.tracking_number,
    tracking_info: [],
  });
};

export const returnEndpoints: Endpoint[] = [
  get('/returns/get_return_list', listReturns),
  get('/returns/get_return_detail', showReturn),
  post('/returns/confirm', confirm),
  get('/returns/get_available_solutions', listSolutions),
  post('/returns/offer', offer),
  post('/returns/accept_offer', acceptOffer),
  get('/returns/get_return_dispute_reason', listDisputeReasons),
  post('/returns/convert_image', convertImage),
  post('/returns/dispute', dispute),
  post('/returns/upload_proof', uploadProof),
  get('/returns/query_proof', queryProof),
  get('/returns/get_reverse_tracking_info', trackReturn),
];
