import type { Answer } from '../../answer.ts';
import type { Fields } from '../../reading.ts';
import { fieldsOf, isFields, numberOf, textOf, textsOf } from '../../reading.ts';
import type { World } from '../../world.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { get, ok, post, Refusal } from '../endpoint.ts';
import { sellerById } from '../market.ts';
import { isAllowed } from './claim-views.ts';
import { passDeadlines } from './deadlines.ts';
import { claimFileProblem, fileNamed, keepFile } from './files.ts';
import { returnReasons } from './reasons.ts';
import { acceptReturn, contestReturn } from './returns.ts';
import type { Claim, Return } from './state.ts';

/** The seller's cost of the return; the amount is invented. */
const RETURN_COST = 42.9;
const needPhotos = ['SRF2', 'SRF4'];

const refuse = (code: number, error: string, message: string): Refusal =>
  new Refusal({ status: code, body: { code, error, message, cause: null } });

const claimFor = (call: Call, found: Claim | undefined, what: string): Claim => {
  if (found === undefined) throw refuse(404, 'not_found_error', what);
  if (found.seller_id !== call.caller.id)
    throw refuse(400, 'bad_request_error', `Invalid roleId :${call.caller.id} in claim :${found.id}`);
  return found;
};

const ownClaim = (call: Call, id = call.params.claim ?? ''): Claim => {
  passDeadlines(call.world);
  return claimFor(call, call.world.market.afterSale.claims[id], `Claim not found. claimId: ${id}`);
};

type Found = { claim: Claim; found: Return };

const ownReturn = (call: Call): Found => {
  passDeadlines(call.world);
  const claims = Object.values(call.world.market.afterSale.claims);
  const id = call.params.return;
  const claim = claimFor(
    call,
    claims.find((entry) => String(entry.return?.id) === id),
    `return ${id} not found`,
  );
  if (claim.return === null) throw refuse(404, 'not_found_error', `return ${id} not found`);
  return { claim, found: claim.return };
};

const destinationOf = (world: World, claim: Claim) => {
  const address = sellerById(world.market, claim.seller_id)?.address;
  return {
    name: 'seller_address',
    shipping_address: {
      address_id: claim.seller_id,
      address_line: `${address?.street} ${address?.number}`,
      street_name: address?.street ?? null,
      street_number: address?.number ?? null,
      comment: address?.comment ?? null,
      zip_code: address?.zip ?? null,
      city: { id: null, name: address?.city ?? null },
      state: { id: `BR-${address?.state}`, name: address?.stateName ?? null },
      country: { id: 'BR', name: 'Brasil' },
      neighborhood: { id: null, name: address?.neighborhood ?? null },
      municipality: { id: null, name: null },
    },
  };
};

/** Times have their own offset here. */
const utc = (iso: string): string => iso.replace('Z', '+00:00');

const viewReturn = (world: World, claim: Claim, found: Return): Fields => {
  const order = world.market.orders[String(claim.order_id)];
  const shipment = world.market.shipments[String(found.shipment_id)];
  return {
    id: found.id,
    last_updated: utc(found.last_updated),
    shipments: [
      {
        shipment_id: found.shipment_id,
        status: shipment?.status ?? 'pending',
        tracking_number: shipment?.tracking_number ?? null,
        destination: destinationOf(world, claim),
        type: 'return',
      },
    ],
    refund_at: found.refund_at,
    date_closed: found.date_closed === null ? null : utc(found.date_closed),
    resource_type: 'order',
    date_created: utc(found.date_created),
    claim_id: claim.id,
    status_money: found.status_money,
    resource_id: claim.order_id,
    orders: [
      {
        order_id: claim.order_id,
        item_id: order?.item_id ?? null,
        variation_id: order?.variation_id ?? null,
        context_type: claim.quantity === claim.total_quantity ? 'total' : 'partial',
        total_quantity: claim.total_quantity.toFixed(1),
        return_quantity: claim.quantity.toFixed(1),
      },
    ],
    subtype: found.subtype,
    status: found.status,
    related_entities: found.reviews.length === 0 ? [] : ['reviews'],
    intermediate_check: false,
    resources: [{ resource: 'claim', resource_id: String(claim.id) }],
  };
};

const showReturn = (call: Call): Answer => {
  const claim = ownClaim(call);
  if (claim.return === null) throw refuse(404, 'not_found_error', `return not found. claimId: ${claim.id}`);
  return ok(viewReturn(call.world, claim, claim.return));
};

const listReasons = (call: Call): Answer => {
  const { flow, claim_id: id } = call.query;
  ownClaim(call, id ?? '');
  if (flow !== 'seller_return_failed')
    throw refuse(400, 'bad_request_error', `flow: ${flow} does not exist. claimId: ${id}`);
  return ok(returnReasons);
};

const upload = (call: Call): Answer => {
  const claim = ownClaim(call);
  const file = call.files.find(({ field }) => field === 'file');
  if (file === undefined || claimFileProblem(file) !== null)
    throw new Refusal({
      status: 400,
      body: {
        code: 'bad_request',
        message: `Error retrieving uploaded file. claim_id: ${claim.id}. caller_id: ${call.caller.id}`,
      },
    });
  const kept = keepFile(call.world, file, call.caller.id, claim.id);
  return ok({ user_id: kept.user_id, file_name: kept.name });
};

const checkFailure = (call: Call, claim: Claim, entry: Fields): string => {
  const reason = returnReasons.find(({ id }) => id === textOf(entry.reason));
  if (reason === undefined) throw refuse(400, 'bad_request_error', `reason: ${entry.reason} does not exist`);
  if ((textOf(entry.message) ?? '').trim() === '')
    throw refuse(400, 'bad_request_error', 'message is required');
  const files = textsOf(entry.attachments);
  if (needPhotos.includes(reason.id) && files.length === 0)
    throw refuse(400, 'bad_request_error', `attachments are required for ${reason.id}`);
  const order = numberOf(entry.order_id);
  // Only parts of a cart are named by their order.
  if (order !== null && (claim.pack_id === null || order !== claim.order_id))
    throw refuse(400, 'bad_request_error', `order_id: ${order} is not allowed`);
  for (const name of files) {
    const file = fileNamed(call.world, name, claim.id);
    if (file === null)
      throw new Refusal({ status: 404, body: { code: 'not_found', message: 'Can not get attachment' } });
    file.used = true;
  }
  return reason.id;
};

const review = (call: Call): Answer => {
  const { claim, found } = ownReturn(call);
  const failures = Array.isArray(call.body) ? call.body.filter(isFields) : [];
  const fails = Array.isArray(call.body);
  const action = fails ? 'return_review_fail' : 'return_review_ok';
  if (!isAllowed(call.world, claim, action))
    throw refuse(400, 'bad_request_error', `Action ${action} not available for player`);
  if (!fails && Object.keys(fieldsOf(call.body)).length > 0)
    throw refuse(400, 'bad_request_error', 'The body of an accepted return is empty');
  if (fails && failures.length === 0) throw refuse(400, 'bad_request_error', 'reason is required');
  const [reason] = failures.map((entry) => checkFailure(call, claim, entry));
  if (reason === undefined) acceptReturn(call.world, claim, found);
  else contestReturn(call.world, claim, found, reason);
  return ok(viewReturn(call.world, claim, found), 201);
};

const listReviews = (call: Call): Answer => {
  const { found } = ownReturn(call);
  if (found.reviews.length === 0) throw refuse(404, 'not_found_error', 'return review not found');
  return ok({
    reviews: found.reviews.map((entry) => ({
      resource: 'order',
      resource_id: entry.order_id,
      method: 'none',
      resource_reviews: [
        {
          stage: entry.stage,
          status: null,
          product_condition: null,
          product_destination: null,
          reason_id: null,
          benefited: entry.benefited,
          seller_status: entry.seller_status,
          seller_reason: entry.seller_reason,
          benefited_type: null,
          benefited_reason: null,
          missing_quantity: null,
        },
      ],
      date_created: entry.date_created,
      last_updated: entry.last_updated,
    })),
  });
};

const returnCost = (call: Call): Answer => {
  const claim = ownClaim(call);
  if (claim.return === null) throw refuse(404, 'not_found_error', `return not found. claimId: ${claim.id}`);
  return ok({
    currency_id: 'BRL',
    amount: RETURN_COST,
    ...(call.query.calculate_amount_usd === 'true' && { amount_usd: 7.517 }),
  });
};

export const returnEndpoints: Endpoint[] = [
  get('/post-purchase/v2/claims/:claim/returns', showReturn),
  get('/post-purchase/v1/returns/reasons', listReasons),
  post('/post-purchase/v1/claims/:claim/returns/attachments', upload),
  post('/post-purchase/v1/returns/:return/return-review', review),
  get('/post-purchase/v1/returns/:return/reviews', listReviews),
  get('/post-purchase/v1/claims/:claim/charges/return-cost', returnCost),
];
