alter table marketplace_accounts drop constraint marketplace_accounts_marketplace_check;
alter table marketplace_accounts add constraint marketplace_accounts_marketplace_check
  check (marketplace in ('mercado-livre', 'nuvemshop'));
