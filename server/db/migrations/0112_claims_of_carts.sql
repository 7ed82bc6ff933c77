-- A claim on a cart is the thread of each of its sales.
call system_reads('claim_sales');
create or replace function keep_chat_of_return() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.return_expected then
    insert into chats (business_id, account_id, source, remote_id, kind, order_id, about_what, about_id, status, opened_at,
      last_at, excerpt, read_at)
    select new.business_id, new.account_id, 'parcel', new.id::text, 'return', new.id, 'order',
      coalesce(new.remote_order_id, ''), 'open', new.updated_at, new.updated_at, coalesce(new.canceled_reason, ''),
      new.updated_at
    where not exists (select from claim_sales s where s.order_id = new.id)
    on conflict (order_id) where source = 'parcel' do update set status = 'open', last_at = excluded.last_at;
  else
    update chats set status = 'closed', last_at = new.updated_at
    where order_id = new.id and source = 'parcel' and status <> 'closed';
  end if;
  return null;
end $$;
