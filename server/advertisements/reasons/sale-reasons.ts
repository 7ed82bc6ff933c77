import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import {
  remoteReasonKinds,
  type SaleReason,
  type SaleReasonKind,
  saleReasonKinds,
} from '#contract/advertisements/sale-reason.ts';

/** Our own reasons for the publication `p` of the account `m`; a closed publication has none. */
const ownReasons = sql`
  select jsonb_build_object('kind', kind, 'code', code, 'message', message) as reason
  from (
    select bool_or(v.guard = 'held') as held, bool_and(not v.active) as off,
      -- Not known before the marketplace has acknowledged a quantity.
      bool_and(coalesce(v.synced_quantity, 1) = 0) filter (where v.active and v.guard is distinct from 'held') as empty
    from publication_variations v where v.business_id = p.business_id and v.publication_id = p.id
  ) of_variations, lateral (values
    ('account_disconnected', m.state <> 'connected', '', ''),
    ('rejected', p.sync_error->>'kind' in ('refused', 'parked'),
      coalesce(p.sync_error#>>'{causes,0,code}', p.sync_error->>'code', ''),
      coalesce(p.sync_error#>>'{causes,0,message}', p.sync_error->>'message', '')),
    ('margin_held', held, '', ''),
    ('out_of_stock', empty or p.sync_error->>'code' = 'no_stock', '', ''),
    ('inactive', off, '', ''),
    ('seller_paused', p.state = 'paused' and p.desired_state = 'paused', '', '')
  ) as own(kind, applies, code, message)
  where applies and p.state <> 'closed'`;

/**
 * Those with the marketplace's; several variations of one listing have the same. What we show with no stock on purpose
 * is not out of stock.
 */
const allReasons = sql`(${ownReasons} union
  select reason from publication_variations v, jsonb_array_elements(v.remote_reasons) as reason
  where v.business_id = p.business_id and v.publication_id = p.id
    and not (reason->>'kind' = 'out_of_stock' and (v.guard is not distinct from 'held' or not v.active)))`;

/** Why the publication `p` of the account `m` does not sell; read with `viewReasons`. */
export const saleReasonsSql = sql<unknown>`coalesce((select jsonb_agg(reason) from ${allReasons} as r), '[]')`;

/** It has one of these reasons. */
export const hasReasonSql = (kinds: readonly unknown[]): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${allReasons} as r where reason->>'kind' in (${sql.join(kinds)}))`;

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
  const reasons = stored.parse(json);
  const isSaid = (own: SaleReason) =>
    own.code === '' &&
    isRemote(own.kind) &&
    reasons.some((other) => other.kind === own.kind && other.code !== '');
  return reasons
    .filter((reason) => !isSaid(reason))
    .toSorted((one, other) => saleReasonKinds.indexOf(one.kind) - saleReasonKinds.indexOf(other.kind));
}
