import type { Answer } from '../../answer.ts';
import { marketTime } from '../../clock.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { get, ok, Refusal } from '../endpoint.ts';
import { viewClaim, viewClaimMessage, viewDetail, viewExpectation } from './claim-views.ts';
import { incentiveEnd, isSpared } from './claims.ts';
import { passDeadlines } from './deadlines.ts';
import { claimReasons, viewReason } from './reasons.ts';
import type { Claim } from './state.ts';

export const refuseClaim = (status: number, error: string, message: string): Refusal =>
  new Refusal({ status, body: { message, error, status, cause: [] } });

/** Of the caller. */
export const ownClaim = (call: Call, id = call.params.claim ?? ''): Claim => {
  passDeadlines(call.world);
  const claim = call.world.market.afterSale.claims[id];
  if (claim === undefined) throw refuseClaim(404, 'business_logic_error', 'Resource not found');
  if (claim.seller_id !== call.caller.id)
    throw refuseClaim(403, 'forbidden_error', "You don't have permission to access the resource");
  return claim;
};

const filters = [
  'id',
  'type',
  'stage',
  'status',
  'resource',
  'resource_id',
  'reason_id',
  'site_id',
  'players.role',
  'players.user_id',
  'order_id',
  'pack_id',
  'payment_id',
  'parent_id',
  'date_created',
  'last_updated',
  'range',
];

const checkSearch = ({ query, caller }: Call): void => {
  if (!filters.some((name) => query[name] !== undefined))
    throw refuseClaim(
      400,
      'invalid_query',
      `at least any of these filters: ${filters.slice(0, -1).join(', ')}`,
    );
  const pairs = [
    ['resource', 'resource_id'],
    ['players.role', 'players.user_id'],
  ] as const;
  const torn = pairs.some(([one, other]) => (query[one] === undefined) !== (query[other] === undefined));
  if (torn || (query.order_id !== undefined && query.pack_id !== undefined))
    throw refuseClaim(
      400,
      'invalid_params',
      'Invalid parameters. At least submit some of these filters: [resource and resource_id] [players.role and players.user_id]',
    );
  if (query['players.user_id'] !== undefined && query['players.user_id'] !== String(caller.id))
    throw refuseClaim(403, 'forbidden_error', "You don't have permission to access the resource");
};

type Span = { field: 'date_created' | 'last_updated'; after: string; before: string };

/** `last_updated:after:<moment>,before:<moment>`, either of the two. */
const spanOf = (text: string | undefined): Span | null => {
  if (text === undefined) return null;
  const [, field, rest = ''] = /^(date_created|last_updated):(.+)$/.exec(text) ?? [];
  const ends: Record<string, string> = { after: '', before: '' };
  for (const part of rest.split(',')) {
    const [, side, moment = ''] = /^(after|before):(.+)$/.exec(part) ?? [];
    const date = new Date(moment);
    if (side === undefined || Number.isNaN(date.getTime()))
      throw refuseClaim(400, 'invalid_params', `Invalid range: ${text}`);
    ends[side] = date.toISOString();
  }
  if (field !== 'date_created' && field !== 'last_updated')
    throw refuseClaim(400, 'invalid_params', `Invalid range: ${text}`);
  return { field, after: ends.after ?? '', before: ends.before ?? '' };
};

const fits = (call: Call, claim: Claim, span: Span | null): boolean => {
  const { query, world } = call;
  const order = world.market.orders[String(claim.order_id)];
  const equal: Record<string, string> = {
    id: String(claim.id),
    type: claim.type,
    stage: claim.stage,
    status: claim.status,
    resource: 'order',
    resource_id: String(claim.order_id),
    reason_id: claim.reason_id,
    site_id: 'MLB',
    'players.role': 'respondent',
    order_id: String(claim.order_id),
    pack_id: String(claim.pack_id),
    parent_id: '',
  };
  return (
    claim.seller_id === call.caller.id &&
    Object.entries(equal).every(([name, value]) => query[name] === undefined || query[name] === value) &&
    (query.payment_id === undefined ||
      order?.payments.some(({ id }) => String(id) === query.payment_id) === true) &&
    (span === null ||
      ((span.after === '' || claim[span.field] >= span.after) &&
        (span.before === '' || claim[span.field] <= span.before)))
  );
};

const numberIn = (call: Call, name: 'limit' | 'offset', fallback: number): number => {
  const value = Number(call.query[name] ?? fallback);
  if (!Number.isInteger(value) || value < 0)
    throw refuseClaim(400, 'invalid_params', `Invalid parameter: ${name}`);
  return value;
};

const searchClaims = (call: Call): Answer => {
  const { world, query } = call;
  checkSearch(call);
  passDeadlines(world);
  const limit = Math.min(numberIn(call, 'limit', 30), 100);
  const offset = numberIn(call, 'offset', 0);
  if (offset > 9_999) throw refuseClaim(400, 'invalid_params', 'The offset must not be greater than 9999');
  const [, field = 'id', direction = 'desc'] =
    /^(date_created|last_updated):(asc|desc)$/.exec(query.sort ?? 'date_created:desc') ?? [];
  if (field === 'id') throw refuseClaim(400, 'invalid_params', `Invalid sort: ${query.sort}`);
  const key = field === 'last_updated' ? 'last_updated' : 'date_created';
  const span = spanOf(query.range);
  const found = Object.values(world.market.afterSale.claims)
    .filter((claim) => fits(call, claim, span))
    .toSorted((one, other) => one[key].localeCompare(other[key]) || one.id - other.id);
  const sorted = direction === 'desc' ? found.toReversed() : found;
  return ok({
    paging: { total: found.length, offset, limit },
    // The list still spells the kind of an automatic return as it once was.
    data: sorted.slice(offset, offset + limit).map((claim) => {
      const view = viewClaim(world, claim);
      return claim.type === 'return' ? { ...view, type: 'returns' } : view;
    }),
  });
};

/** The seller sees their own messages even if they were moderated. */
const listClaimMessages = (call: Call): Answer => {
  const claim = ownClaim(call);
  const shown = claim.messages.filter(
    ({ sender_role: from, receiver_role: to, status }) =>
      from === 'respondent' || (status === 'available' && (to === 'respondent' || from === 'complainant')),
  );
  const view = shown.toReversed().map((message) => viewClaimMessage(call.world, message));
  for (const message of shown) {
    if (message.sender_role !== 'respondent') message.date_read ??= call.world.clock.now().toISOString();
  }
  return ok(view);
};

const affectsReputation = (call: Call): Answer => {
  const claim = ownClaim(call);
  const end = incentiveEnd(claim);
  const repentant = claim.type === 'return';
  return ok({
    affects_reputation: isSpared(claim) ? 'not_affected' : 'affected',
    has_incentive: !repentant && claim.status === 'opened' && call.world.clock.now() < end,
    due_date: claim.status === 'closed' || repentant ? null : marketTime(end.toISOString()),
  });
};

const showReason = (call: Call): Answer => {
  const position = claimReasons.findIndex(({ id }) => id === call.params.reason);
  const reason = claimReasons[position];
  if (reason === undefined) throw refuseClaim(404, 'business_logic_error', 'Resource not found');
  return ok(viewReason(reason, position + 1));
};

const CLAIM = '/post-purchase/v1/claims/:claim';

export const claimEndpoints: Endpoint[] = [
  get('/post-purchase/v1/claims/search', searchClaims),
  get('/post-purchase/v1/claims/reasons/:reason', showReason),
  get(CLAIM, (call) => ok(viewClaim(call.world, ownClaim(call)))),
  get(`${CLAIM}/detail`, (call) => ok(viewDetail(ownClaim(call)))),
  get(`${CLAIM}/messages`, listClaimMessages),
  get(`${CLAIM}/expected-resolutions`, (call) =>
    ok(ownClaim(call).expectations.map((wish) => viewExpectation(wish))),
  ),
  get(`${CLAIM}/affects-reputation`, affectsReputation),
  get(`${CLAIM}/actions-history`, (call) =>
    ok(
      ownClaim(call)
        .actions.toReversed()
        .map((entry) => ({
          action_name: entry.action_name,
          player_role: entry.player_role,
          action_reason_id: null,
          claim_stage: entry.stage || null,
          claim_status: entry.status || null,
          date_created: marketTime(entry.date),
        })),
    ),
  ),
  get(`${CLAIM}/status-history`, (call) =>
    ok(
      ownClaim(call)
        .stages.toReversed()
        .map((entry) => ({ ...entry, date: marketTime(entry.date) })),
    ),
  ),
];
