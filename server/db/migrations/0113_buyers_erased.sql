-- When the buyer's personal data of a sale was erased, as its marketplace asked: it is not written again.
alter table orders add column buyer_erased_at timestamptz;

-- What asks for an erasure is kept without the person it names.
grant select, update (body) on notifications to easy_system;
create function forget_notification(one bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  update notifications set body = jsonb_build_object('event', body->'event') where id = one
$$;
alter function forget_notification(bigint) owner to easy_system;
revoke all on function forget_notification(bigint) from public;
grant execute on function forget_notification(bigint) to easy_app;

-- Every business that has had the account of this seller, removed or not.
create function accounts_of_seller_ever(place text, remote text) returns table (account_id bigint, business_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, business_id from marketplace_accounts where marketplace = place and remote_user_id = remote order by id
$$;
alter function accounts_of_seller_ever(text, text) owner to easy_system;
revoke all on function accounts_of_seller_ever(text, text) from public;
grant execute on function accounts_of_seller_ever(text, text) to easy_app;
