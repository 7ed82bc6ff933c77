-- Variations that are not out yet are looked for among the seller's own: not being told, the planner went through those of
-- everyone (500 sellers: 21,000 buffers and 50 ms for each look; now under 1 ms).
create or replace function sold_offers(account bigint, lines jsonb)
returns table (line integer, publication_variation_id bigint, published_centavos bigint, dropship_item_id bigint,
  stock_id bigint, supplier_id bigint, warehouse_id bigint, product_id bigint, variation_id bigint, units integer,
  unit_cost_centavos bigint, product_name text, variation_name text, sku text, gtin text,
  accept_mode text, link_state text, credit_limit_centavos bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  seller bigint := app_business();
begin
  return query
  with sold as (
    select l.n, l.item, l.variation, l.sku, l.known
    from jsonb_to_recordset(lines) as l (n integer, item text, variation text, sku text, known bigint)
  ), candidate as (
    select s.n, v.id, true as out, v.remote_variation_id is not distinct from s.variation as exact
    from sold s join publication_variations v on v.business_id = seller and v.remote_item_id = s.item
      join publications p on p.id = v.publication_id and p.account_id = account
    where s.variation is null or v.remote_variation_id = s.variation or v.remote_variation_id is null
    union
    select s.n, v.id, false, false
    from sold s join publications p on p.account_id = account and p.remote_item_id = s.item and p.business_id = seller
      join publication_variations v on v.business_id = seller and v.publication_id = p.id and v.remote_item_id is null
    where s.variation is null or v.remote_variation_id = s.variation or v.remote_variation_id is null
  ), by_item as (
    select c.n, coalesce(min(c.id) filter (where c.exact),
      case count(*) filter (where c.out) when 1 then min(c.id) filter (where c.out)
        when 0 then case when count(*) = 1 then min(c.id) end end) as id
    from candidate c group by c.n
  ), by_sku as (
    select s.n, case when count(*) = 1 then min(v.id) end as id
    from sold s join publication_variations v on v.business_id = seller and v.sku = s.sku and v.sku <> ''
      join publications p on p.id = v.publication_id and p.account_id = account and p.state <> 'closed'
    group by s.n
  ), named as (
    select s.n, coalesce(s.known, i.id, k.id) as id
    from sold s left join by_item i on i.n = s.n left join by_sku k on k.n = s.n
  )
  select m.n, v.id, v.cost_centavos, d.id, d.stock_id, d.business_id, d.warehouse_id, d.product_id, d.variation_id,
    c.quantity, d.price_centavos, r.name, w.name, w.sku, w.gtin, t.accept_mode, t.state, t.credit_limit_centavos
  from named m
    join publication_variations v on v.id = m.id and v.business_id = seller
    join publication_components c on c.publication_variation_id = v.id
    left join dropship_items d on d.id = c.dropship_item_id and d.business_id = c.supplier_id
    left join product_variations w on w.id = d.variation_id
    left join products r on r.id = d.product_id
    left join trade_links t on t.seller_id = seller and t.supplier_id = d.business_id
  order by m.n, c.id;
end $$;

-- What a sweep reads anew of an account's parcels is found without going through all its sales (2,000 of them: 62 ms).
create index orders_open_parcels on orders (account_id, shipment_checked_at)
  where shipment_id is not null and status not in ('complete', 'canceled');

-- What nobody waits for may be left until there is nothing else to do.
create or replace function enqueue_jobs(jobs jsonb) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  specs graphile_worker.job_spec[];
  early graphile_worker.job_spec[];
begin
  select array_agg(spec order by key) filter (where not keeps_time), array_agg(spec order by key) filter (where keeps_time)
    into specs, early
  from (
    select distinct on (coalesce(job->>'key', n::text), job->>'key' is null)
      coalesce(job->>'key', '') as key, coalesce(job->>'keyMode', 'replace') = 'preserve_run_at' as keeps_time,
      (job->>'task', (job->'payload')::json, job->>'queue',
        -- `runAt` is what a server of the release before says, while both run.
        coalesce(now() + (job->>'inMs')::bigint * interval '1 millisecond', (job->>'runAt')::timestamptz),
        coalesce((job->>'maxAttempts')::smallint, 8::smallint), job->>'key', coalesce((job->>'priority')::smallint, 0::smallint), null::text[])::graphile_worker.job_spec as spec
    from jsonb_array_elements(jobs) with ordinality as j (job, n)
    order by coalesce(job->>'key', n::text), job->>'key' is null, n desc) asked;
  perform add_asked_jobs(specs, false);
  perform add_asked_jobs(early, true);
end $$;
