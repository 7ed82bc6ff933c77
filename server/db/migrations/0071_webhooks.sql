-- Addresses of others that hear what happens to sales, stock and invoices.
create table webhooks (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  url text not null,
  topics text[] not null check (topics <@ array['sales', 'stock', 'invoices'] and cardinality(topics) > 0),
  -- sealed; the one before holds for a day after it was changed
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  active boolean not null default true,
  -- by itself, after days in which nothing was taken
  refused_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  retry_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (business_id, id)
);
create index on webhooks (business_id) where active;
call tenant_table('webhooks');
call system_reads('webhooks');

-- What each of them is told, in the order of ids: written with the change that it tells of.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  webhook_id bigint not null,
  -- the same for whatever is told again
  event_id uuid not null default gen_random_uuid(),
  type text not null,
  entity_id bigint,
  at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- exactly what was sent, from the first attempt on
  body text,
  tried_at timestamptz,
  took_ms integer,
  answer_status integer,
  answer text,
  error text,
  foreign key (business_id, webhook_id) references webhooks (business_id, id) on delete cascade
);
create index on webhook_deliveries (business_id, webhook_id, id) where state = 'waiting';
create index on webhook_deliveries (business_id, id);
create index on webhook_deliveries (webhook_id);
create index on webhook_deliveries (at);
-- A shelf that changes often is told of once until somebody has looked: what is sent is how it stands then.
create unique index webhook_deliveries_stock on webhook_deliveries (webhook_id, entity_id)
  where type = 'stock.changed' and state = 'waiting' and attempts = 0;
call tenant_table('webhook_deliveries');
create policy system_reading on webhook_deliveries for select to easy_system using (true);
create policy system_adding on webhook_deliveries for insert to easy_system with check (true);
create policy system_changing on webhook_deliveries for update to easy_system using (true) with check (true);
create policy system_removing on webhook_deliveries for delete to easy_system using (true);
grant select, insert, update, delete on webhook_deliveries to easy_system;

-- Both sides of a sale have ears; the fulfiller's hear what the fulfiller sees.
create function tell_of_sales() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from webhooks where active and 'sales' = any (topics)) then return null; end if;
  insert into webhook_deliveries (business_id, webhook_id, type, entity_id, at)
  select w.business_id, w.id, 'sale.' || e.kind, e.order_id, e.at
  from added e join orders o on o.id = e.order_id
    join webhooks w on w.active and 'sales' = any (w.topics) and (w.business_id = e.business_id
      or (w.business_id = e.fulfiller_id and e.actor <> 'seller' and o.shown_at is not null))
  order by e.id, w.id;
  return null;
end $$;
alter function tell_of_sales() owner to easy_system;
revoke all on function tell_of_sales() from public;
create trigger tell_of_sales after insert on order_events referencing new table as added
  for each statement execute function tell_of_sales();

-- The shelf's row is locked by whoever writes this, so nobody waits here for anybody else. An update and not nothing: who
-- looks at the waiting row right now is waited for, and told again.
create function tell_of_stock() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from webhooks where active and 'stock' = any (topics)) then return null; end if;
  insert into webhook_deliveries as told (business_id, webhook_id, type, entity_id, at)
  select w.business_id, w.id, 'stock.changed', e.stock_id, max(e.at)
  from added e join webhooks w on w.active and 'stock' = any (w.topics) and w.business_id = e.business_id
  group by w.business_id, w.id, e.stock_id order by e.stock_id, w.id
  on conflict (webhook_id, entity_id) where type = 'stock.changed' and state = 'waiting' and attempts = 0
    do update set at = excluded.at;
  return null;
end $$;
alter function tell_of_stock() owner to easy_system;
revoke all on function tell_of_stock() from public;
create trigger tell_of_stock after insert on ledger_entries referencing new table as added
  for each statement execute function tell_of_stock();

create function tell_of_invoice() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into webhook_deliveries (business_id, webhook_id, type, entity_id, at)
  select w.business_id, w.id, 'invoice.' || tg_argv[0], new.id, new.updated_at
  from webhooks w where w.active and 'invoices' = any (w.topics) and w.business_id in (new.seller_id, new.supplier_id)
  order by w.id;
  return null;
end $$;
alter function tell_of_invoice() owner to easy_system;
revoke all on function tell_of_invoice() from public;
create trigger tell_of_opened after insert on dropinvoices
  for each row execute function tell_of_invoice('opened');
create trigger tell_of_closed after update of closed_at on dropinvoices
  for each row when (old.closed_at is null and new.closed_at is not null) execute function tell_of_invoice('closed');
create trigger tell_of_moved after update of state on dropinvoices
  for each row when (old.state <> new.state) execute function tell_of_invoice('moved');

-- At the end of the transaction, when it waits for nothing else any more: once for each webhook.
grant execute on function enqueue_jobs(jsonb) to easy_system;
create function enqueue_webhook() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  told text := coalesce(current_setting('app.told_webhooks', true), '');
  name text := 'webhook:' || new.webhook_id;
begin
  if told like '% ' || name || ' %' then return null; end if;
  perform set_config('app.told_webhooks', told || ' ' || name || ' ', true);
  perform enqueue_jobs(jsonb_build_array(jsonb_build_object('task', 'webhooks.deliver', 'key', name, 'queue', name,
    'priority', 2, 'payload', jsonb_build_object('businessId', new.business_id, 'webhookId', new.webhook_id))));
  return null;
end $$;
alter function enqueue_webhook() owner to easy_system;
revoke all on function enqueue_webhook() from public;
create constraint trigger enqueue_webhook after insert on webhook_deliveries deferrable initially deferred
  for each row execute function enqueue_webhook();

-- The log of every business, as far as it is over.
create function forget_webhook_deliveries(before timestamptz) returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  delete from webhook_deliveries where at < before
$$;
call system_function('forget_webhook_deliveries(timestamptz)');
