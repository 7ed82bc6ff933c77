-- A person who left: the row stays under a pseudonym, because histories point at it.
alter table users add column removed_at timestamptz;
-- A business that nobody owns any more; its partners' invoices and the ledger still name it.
alter table businesses add column ended_at timestamptz;
grant delete on sessions, mail_tokens to easy_app;

-- Invitations of any business to whoever is acting.
create policy system_removing on staff_invitations for delete to easy_system using (true);
grant delete on staff_invitations to easy_system;
create function forget_invitations() returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  delete from staff_invitations i using users u where u.id = app_user_or_null() and i.email = u.email
$$;
call system_function('forget_invitations()');

create or replace function businesses_to_bill(today date) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select b.id from businesses b
  where b.ended_at is null and (b.billed_on is null or b.billed_on < today) order by b.id
$$;
