alter table marketplace_accounts drop constraint marketplace_accounts_marketplace_check;
alter table marketplace_accounts add constraint marketplace_accounts_marketplace_check
  check (marketplace in ('mercado-livre', 'nuvemshop', 'shopee'));

-- The marketplace waits for the seller to arrange how the parcel is handed over.
alter table orders add column needs_arranging boolean not null default false;
