-- The regular price is ours; a promotion that runs is what buyers pay meanwhile. Fee and freight are of that price.
alter table publication_variations
  add column promotion_price_centavos bigint check (promotion_price_centavos > 0),
  add column promotion_from timestamptz,
  add column promotion_to timestamptz,
  add column promotion_name text not null default '',
  add column promotion_fee_centavos bigint,
  add column promotion_freight_centavos bigint check (promotion_freight_centavos >= 0),
  -- A person sends the price although that ends the promotion; reset once the marketplace has it.
  add column price_leaves_promotion boolean not null default false,
  -- The account whose ad the variation represents while its publication is open.
  add column linked_account_id bigint,
  -- Null: the marketplace does not tell its fee, and the account has no rates.
  alter column fee_centavos drop not null,
  alter column fee_centavos drop default;

-- What the seller types where the marketplace quotes no fee; null: not said yet.
alter table marketplace_accounts add column fee_rates jsonb;

alter table marketplace_accounts no force row level security;
alter table publications no force row level security;
alter table publication_variations no force row level security;

-- An ad that was linked more than once stays with its first publication.
with ranked as (
  select p.id, p.business_id, row_number() over (
      partition by p.account_id, coalesce(v.remote_item_id, p.remote_item_id), coalesce(v.remote_variation_id, '')
      order by p.id) as place
  from publications p left join publication_variations v on v.publication_id = p.id and v.business_id = p.business_id
  where p.state <> 'closed' and coalesce(v.remote_item_id, p.remote_item_id) is not null)
update publications p set state = 'closed', desired_state = 'closed', pending_fields = '{}', sync_error = null
from ranked r where r.place > 1 and p.id = r.id and p.business_id = r.business_id;

with ranked as (
  select id, business_id, row_number() over (partition by account_id, remote_item_id order by id) as place
  from publications where state <> 'closed' and remote_item_id is not null)
update publications p set state = 'closed', desired_state = 'closed', pending_fields = '{}', sync_error = null
from ranked r where r.place > 1 and p.id = r.id and p.business_id = r.business_id;

update publication_variations v set linked_account_id = p.account_id
from publications p
where p.id = v.publication_id and p.business_id = v.business_id and p.state <> 'closed' and v.remote_item_id is not null;

-- Two of the marketplaces quote no fee: what was stored as nothing was unknown.
update publication_variations v set fee_centavos = null
from publications p join marketplace_accounts a on a.id = p.account_id and a.business_id = p.business_id
where p.id = v.publication_id and p.business_id = v.business_id and v.fee_centavos = 0
  and a.marketplace in ('nuvemshop', 'shopee');

alter table publication_variations force row level security;
alter table publications force row level security;
alter table marketplace_accounts force row level security;

create unique index publications_live_remote_item on publications (account_id, remote_item_id)
  where remote_item_id is not null and state <> 'closed';
create unique index publication_variations_live_remote on publication_variations
  (linked_account_id, remote_item_id, (coalesce(remote_variation_id, ''))) where linked_account_id is not null;

create function keep_linked_account() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'publications' then
    update publication_variations v
    set linked_account_id = case when new.state <> 'closed' and v.remote_item_id is not null then new.account_id end
    where v.publication_id = new.id and v.business_id = new.business_id;
    return null;
  end if;
  new.linked_account_id := null;
  if new.remote_item_id is not null then
    new.linked_account_id := (select p.account_id from publications p
      where p.id = new.publication_id and p.business_id = new.business_id and p.state <> 'closed');
  end if;
  return new;
end $$;
create trigger keep_linked_account before insert or update of remote_item_id, publication_id on publication_variations
  for each row execute function keep_linked_account();
create trigger keep_linked_account after update of state on publications
  for each row when ((old.state = 'closed') <> (new.state = 'closed')) execute function keep_linked_account();
