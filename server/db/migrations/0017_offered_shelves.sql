-- What a seller meets of a supplier's shelf is what its offers say, and whose offers it meets is worked out once for each
-- statement. A function was asked for each row: 40 µs, of a list of twenty more than half.
alter policy reading on stock using (business_id = (select app_business())
  or exists (select from dropship_items d where d.stock_id = stock.id and d.business_id = stock.business_id));
drop function is_offered_stock(bigint);

-- Suppliers whose offers this business may not see; null, and so all of them, unless it sells. All others were listed
-- instead, which cost more with every supplier there is.
create function barred_suppliers() returns bigint[] language sql stable security definer
  set search_path = public, pg_temp as $$
  select coalesce(array_agg(t.supplier_id) filter (where t.supplier_id is not null), '{}')
  from businesses me left join trade_links t on t.seller_id = me.id and t.state = 'blocked'
  where me.id = app_business() and me.type = 'sales' group by me.id
$$;
call system_function('barred_suppliers()');
-- A seller who is his own supplier keeps his offers to himself.
alter table dropship_items add column from_supplier boolean not null default false;
create function mark_supplier() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.from_supplier := exists (select from businesses b where b.id = new.business_id and b.type = 'supply');
  return new;
end $$;
call system_function('mark_supplier()');
create trigger mark_supplier before insert or update of business_id, from_supplier on dropship_items
  for each row execute function mark_supplier();
alter table dropship_items no force row level security;
update dropship_items set from_supplier = true;
alter table dropship_items force row level security;
alter policy reading on dropship_items using (business_id = (select app_business())
  or (active and from_supplier and business_id <> all ((select barred_suppliers())::bigint[])
    and (not linked_only or business_id = any ((select linked_suppliers())::bigint[]))));
drop function open_suppliers();

-- A supplier meets a seller on each row of the bench: the trade between them is looked up without a function.
create or replace function is_known_business(business bigint) returns boolean language plpgsql stable
  security definer set search_path = public, pg_temp as $$
begin
  return exists (select from staff s where s.business_id = business and s.user_id = app_user_or_null());
end $$;
alter policy reading on businesses using (id = (select app_business_or_null()) or type = 'supply'
  or exists (select from trade_links t where t.seller_id = businesses.id and t.supplier_id = (select app_business_or_null()))
  or is_known_business(id));

-- A job for later is due so long from now: the queue goes by the database's clock, whatever the application's says.
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
        coalesce((job->>'maxAttempts')::smallint, 8::smallint), job->>'key', 0::smallint, null::text[])::graphile_worker.job_spec as spec
    from jsonb_array_elements(jobs) with ordinality as j (job, n)
    order by coalesce(job->>'key', n::text), job->>'key' is null, n desc) asked;
  perform add_asked_jobs(specs, false);
  perform add_asked_jobs(early, true);
end $$;
