import { z } from 'zod';
import type { ChatTurn } from '#contract/marketplaces/chat-states.ts';
import { namedRow, orNull, readRows, understood } from '../answers.ts';
import type {
  ClaimedUnits,
  ClaimSearch,
  ClaimSubject,
  Claims,
  MarketplaceClaim,
  MarketplaceMessage,
  SeenClaim,
} from '../conversations.ts';
import { OtherResource } from '../sale.ts';
import type { SellerSession } from '../seller-session.ts';
import { act, actionsOf } from './claim-acts.ts';
import { readReturn } from './claim-return.ts';
import { type ClaimRecord, claimPath, claimRecord } from './claim-schema.ts';
import { attachedFiles, filesOf, openClaimFile } from './message-files.ts';
import { remoteTime } from './order.ts';

const pageSize = 100;
/** Older results are not returned; the search continues from the last change it found. */
const lastOffset = 9_900;

const found = z.looseObject({
  paging: z.looseObject({ total: z.int().nonnegative() }),
  data: z.array(z.unknown()),
});
const detail = z.looseObject({
  due_date: remoteTime.nullish().catch(null),
  action_responsible: z.string().nullish().catch(null),
  title: z.string().nullish().catch(null),
  description: z.string().nullish().catch(null),
  problem: z.string().nullish().catch(null),
});
const reasonText = z.looseObject({
  detail: z.string().nullish().catch(null),
  name: z.string().nullish().catch(null),
});
const reputation = z.looseObject({
  affects_reputation: z.string().catch('not_applies'),
  has_incentive: z.boolean().nullish().catch(null),
  due_date: remoteTime.nullish().catch(null),
});
const said = z.array(
  z.looseObject({
    sender_role: z.string().catch(''),
    message: z.string().nullish().catch(null),
    date_created: remoteTime,
    status: z.string().nullish().catch(null),
    hash: z.string().min(1).nullish().catch(null),
    receiver_role: z.string().catch(''),
    attachments: attachedFiles,
  }),
);

const kinds: Readonly<Record<string, MarketplaceClaim['kind']>> = {
  return: 'return',
  returns: 'return',
  change: 'exchange',
  cancel_purchase: 'cancellation',
  cancel_sale: 'cancellation',
  // The buyer cancels because the dispatch is late.
  ml_case: 'cancellation',
};

const turns: Readonly<Record<string, ChatTurn>> = {
  seller: 'us',
  respondent: 'us',
  buyer: 'buyer',
  complainant: 'buyer',
  mediator: 'marketplace',
};

export const claims: Claims = {
  async read(session, id) {
    const answer = await orNull(() => session.call(claimPath(id)));
    if (!answer) return null;
    const reported = understood(() => claimRecord.parse(answer.json), `claim ${id}`);
    if (reported.id !== id) throw new OtherResource(`claim ${id}`, 'other_resource', reported.id);
    return claimOf(session, reported);
  },
  search: searchClaims,
  act,
  openFile: openClaimFile,
};

async function* searchClaims(session: SellerSession, which: ClaimSearch): AsyncIterable<SeenClaim[]> {
  let since = 'changedSince' in which ? which.changedSince : null;
  for (let offset = 0, total = 1; offset < total; offset += pageSize) {
    const { json } = await session.call(
      `/post-purchase/v1/claims/search?${queryOf(session, which, since, offset)}`,
    );
    const reported = understood(() => found.parse(json), 'claim search');
    if (reported.data.length === 0) return;
    const seen = readRows(session, reported.data, (row) => claimRecord.parse(row), namedRow('claim')).map(
      (one) => ({
        remoteId: one.id,
        updatedAt: one.last_updated ?? one.date_created,
      }),
    );
    if (seen.length > 0) yield seen;
    total = reported.paging.total;
    const last = seen.at(-1)?.updatedAt;
    if (offset < lastOffset || !last) continue;
    since = last;
    offset = -pageSize;
  }
}

function queryOf(session: SellerSession, which: ClaimSearch, since: Date | null, offset: number) {
  return new URLSearchParams({
    'players.role': 'respondent',
    'players.user_id': session.remoteUserId,
    sort: 'last_updated:asc',
    limit: String(pageSize),
    offset: String(offset),
    ...('open' in which && { status: 'opened' }),
    ...(since && { range: `last_updated:after:${since.toISOString()}` }),
  });
}

async function claimOf(session: SellerSession, reported: ClaimRecord): Promise<MarketplaceClaim> {
  const isOpen = reported.status !== 'closed';
  const path = claimPath(reported.id);
  const [extra, reason, effect, messages, back] = await Promise.all([
    orNull(() => session.call(`${path}/detail`)),
    reported.reason_id
      ? orNull(() => session.call(`/post-purchase/v1/claims/reasons/${reported.reason_id}`))
      : null,
    orNull(() => session.call(`${path}/affects-reputation`)),
    orNull(() => session.call(`${path}/messages`)),
    readReturn(session, reported),
  ]);
  const more = extra ? understood(() => detail.parse(extra.json), `detail of claim ${reported.id}`) : null;
  const why = reason ? understood(() => reasonText.parse(reason.json), `reason ${reported.reason_id}`) : null;
  const counts = effect
    ? understood(() => reputation.parse(effect.json), `effect of claim ${reported.id}`)
    : null;
  const actions = isOpen ? await actionsOf(session, reported) : [];
  const due = actions
    .flatMap(({ dueAt }) => dueAt ?? [])
    .toSorted((one, other) => one.getTime() - other.getTime());
  return {
    remoteId: reported.id,
    kind: kinds[reported.type] ?? 'claim',
    about: subjectOf(reported),
    isOpen,
    turn: isOpen ? turnOf(reported, more?.action_responsible ?? '', actions) : null,
    mediated: reported.stage === 'dispute',
    reason: why?.detail || why?.name || more?.problem || reported.reason_id || '',
    detail: [more?.title, more?.description].filter(Boolean).join('. '),
    openedAt: reported.date_created,
    updatedAt: reported.last_updated ?? reported.date_created,
    dueAt: isOpen ? (due[0] ?? more?.due_date ?? null) : null,
    actions,
    outcome: reported.resolution?.reason ?? '',
    reputation:
      counts === null || counts.affects_reputation === 'not_applies'
        ? null
        : {
            affected: counts.affects_reputation === 'affected',
            spareUntil: counts.has_incentive ? (counts.due_date ?? null) : null,
          },
    messages: messages ? claimMessagesOf(reported, messages.json) : [],
    units: back?.units.length ? back.units : unitsOf(reported),
    return: back?.parcel ?? null,
  };
}

/** Without a return only the claim has the number of units, without the items. */
const unitsOf = ({ claimed_quantity: quantity }: ClaimRecord): ClaimedUnits[] | null =>
  quantity ? [{ order: null, item: null, quantity }] : null;

function subjectOf(reported: ClaimRecord): ClaimSubject | null {
  if (reported.resource === 'order' || reported.resource === 'purchase')
    return { what: reported.resource === 'order' ? 'order' : 'pack', id: reported.resource_id };
  return reported.resource === 'shipment' ? { what: 'parcel', id: reported.resource_id } : null;
}

/** The stated turn, or else the side with a required act. */
function turnOf(
  reported: ClaimRecord,
  responsible: string,
  actions: MarketplaceClaim['actions'],
): ChatTurn | null {
  const said = turns[responsible];
  if (said) return said;
  if (actions.some(({ mandatory }) => mandatory)) return 'us';
  if (reported.stage === 'dispute') return 'marketplace';
  return actions.length > 0 ? 'us' : 'buyer';
}

function claimMessagesOf(reported: ClaimRecord, json: unknown): MarketplaceMessage[] {
  const seller = reported.players.find(({ type }) => type === 'seller')?.role ?? 'respondent';
  const list = understood(() => said.parse(json), `messages of claim ${reported.id}`).map((one) => ({
    // The hash may be missing; time and roles distinguish two messages of one claim.
    remoteId: one.hash ?? `${one.date_created.toISOString()} ${one.sender_role} ${one.receiver_role}`,
    by:
      one.sender_role === seller
        ? ('seller' as const)
        : one.sender_role === 'mediator'
          ? ('marketplace' as const)
          : ('buyer' as const),
    text: one.message ?? '',
    at: one.date_created,
    withheld: one.status === 'moderated' || one.status === 'rejected',
    files: filesOf(one.attachments),
  }));
  return list.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
