import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import {
  remoteReasonKinds,
  type SaleReason,
  type SaleReasonKind,
  saleReasonKinds,
} from '#contract/advertisements/sale-reason.ts';

/**
 * All reasons of the publication `p` of the account `m`: ours, and those that the marketplace gives. Its variations are
 * read once. What we show with no stock on purpose is not out of stock; a closed publication has no reason of ours.
 */
const allReasons = sql`(
  select reason from (
    select bool_or(held) as held, bool_and(not active) as off,
      -- Not known before the marketplace has acknowledged a quantity.
      bool_and(coalesce(synced_quantity, 1) = 0) filter (where active and not held) as empty,
      jsonb_agg(remote_reasons) filter (where active and not held and remote_reasons <> '[]') as of_sold,
      jsonb_agg(remote_reasons) filter (where (not active or held) and remote_reasons <> '[]') as of_withheld
    from (select active, guard is not distinct from 'held' as held, synced_quantity, remote_reasons
      from publication_variations v where v.business_id = p.business_id and v.publication_id = p.id) v
  ) of_variations, lateral (
    select jsonb_build_object('kind', kind, 'code', code, 'message', message) as reason from (values
      ('account_disconnected', m.state <> 'connected', '', ''),
      ('rejected', p.sync_error->>'kind' in ('refused', 'parked'),
        coalesce(p.sync_error#>>'{causes,0,code}', p.sync_error->>'code', ''),
        coalesce(p.sync_error#>>'{causes,0,message}', p.sync_error->>'message', '')),
      ('margin_held', held, '', ''),
      ('out_of_stock', empty or p.sync_error->>'code' = 'no_stock', '', ''),
      ('inactive', off, '', ''),
      ('seller_paused', p.state = 'paused' and p.desired_state = 'paused', '', '')
    ) as own(kind, applies, code, message)
    where applies and p.state <> 'closed'
    union all select * from jsonb_path_query(of_sold, '$[*][*]')
    union all select * from jsonb_path_query(of_withheld, '$[*][*] ? (@.kind != "out_of_stock")')
  ) as told)`;

/** Why the publication `p` of the account `m` does not sell; read with `viewReasons`. Several variations may have the same. */
export const saleReasonsSql = sql<unknown>`coalesce((select jsonb_agg(distinct reason) from ${allReasons} as r), '[]')`;

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
