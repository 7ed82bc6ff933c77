import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import {
  remoteReasonKinds,
  type SaleReason,
  type SaleReasonKind,
  saleReasonKinds,
} from '#contract/advertisements/sale-reason.ts';

const held = sql`v.guard is not distinct from 'held'`;

/**
 * All reasons of the publication `p` of the account `m`, as a JSON array: ours, and those that the marketplace gives. It
 * is read for every row of a list, so its variations are read once and nothing is sorted: `viewReasons` leaves repeated
 * reasons out. What we show with no stock on purpose is not out of stock; a closed publication has no reason of ours.
 */
export const saleReasonsSql = sql<unknown>`(
  select case when p.state = 'closed' then '[]' else to_jsonb(array_remove(array[
      case when m.state <> 'connected' then jsonb '{"kind": "account_disconnected"}' end,
      case when p.sync_error->>'kind' in ('refused', 'parked') then jsonb_build_object('kind', 'rejected',
        'code', coalesce(p.sync_error#>>'{causes,0,code}', p.sync_error->>'code', ''),
        'message', coalesce(p.sync_error#>>'{causes,0,message}', p.sync_error->>'message', '')) end,
      case when bool_or(${held}) then jsonb '{"kind": "margin_held"}' end,
      -- The quantity is not known before the marketplace has acknowledged one.
      case when bool_and(coalesce(v.synced_quantity, 1) = 0) filter (where v.active and not (${held}))
        or p.sync_error->>'code' = 'no_stock' then jsonb '{"kind": "out_of_stock"}' end,
      case when bool_and(not v.active) then jsonb '{"kind": "inactive"}' end,
      case when p.state = 'paused' and p.desired_state = 'paused' then jsonb '{"kind": "seller_paused"}' end
    ], null)) end
    || coalesce(jsonb_path_query_array(
      jsonb_agg(v.remote_reasons) filter (where v.remote_reasons <> '[]' and v.active and not (${held})), '$[*][*]'), '[]')
    || coalesce(jsonb_path_query_array(
      jsonb_agg(v.remote_reasons) filter (where v.remote_reasons <> '[]' and (not v.active or ${held})),
      '$[*][*] ? (@.kind != "out_of_stock")'), '[]')
  from publication_variations v where v.business_id = p.business_id and v.publication_id = p.id)`;

/** It has one of these reasons. */
export const hasReasonSql = (kinds: readonly unknown[]): RawBuilder<boolean> =>
  sql<boolean>`exists (select from jsonb_array_elements(${saleReasonsSql}) as reason
    where reason->>'kind' in (${sql.join(kinds)}))`;

const stored = z.array(
  z.object({
    kind: z.enum(saleReasonKinds),
    code: z.string().default(''),
    message: z.string().default(''),
    remedy: z.string().default(''),
    due: z.string().nullable().default(null),
  }),
);

const isRemote = (kind: SaleReasonKind) => remoteReasonKinds.some((known) => known === kind);

/** The most pressing first. A reason that the marketplace gives too is shown once, in its words. */
export function viewReasons(json: unknown): SaleReason[] {
  const reasons = [...new Map(stored.parse(json).map((one) => [JSON.stringify(one), one])).values()];
  const isSaid = (own: SaleReason) =>
    own.code === '' &&
    isRemote(own.kind) &&
    reasons.some((other) => other.kind === own.kind && other.code !== '');
  return reasons
    .filter((reason) => !isSaid(reason))
    .toSorted((one, other) => saleReasonKinds.indexOf(one.kind) - saleReasonKinds.indexOf(other.kind));
}
